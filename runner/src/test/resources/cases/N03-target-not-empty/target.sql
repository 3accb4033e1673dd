CREATE TABLE public.orders (id int PRIMARY KEY); INSERT INTO public.orders VALUES (7);
