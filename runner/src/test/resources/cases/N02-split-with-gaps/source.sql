CREATE TABLE public.gaps (id int PRIMARY KEY, v text) WITH (autovacuum_enabled = false);
INSERT INTO public.gaps SELECT g, repeat('x', 90) FROM generate_series(1, 8000) g;
INSERT INTO public.gaps SELECT 1000000000 + g, 'far' FROM generate_series(1, 50) g;
DELETE FROM public.gaps WHERE id BETWEEN 3000 AND 5999;
