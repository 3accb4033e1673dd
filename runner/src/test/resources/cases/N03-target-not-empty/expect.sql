SELECT id::text FROM public.orders ORDER BY id;
