SELECT id || ' ' || parent_id FROM public.child ORDER BY id;
