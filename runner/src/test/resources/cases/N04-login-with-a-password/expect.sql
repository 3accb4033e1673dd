SELECT id::text FROM public.t ORDER BY id;
