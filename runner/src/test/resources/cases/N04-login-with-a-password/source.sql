CREATE ROLE "case user@x" LOGIN SUPERUSER PASSWORD 'p@ss:w/o#r?d%25&=+$';
CREATE TABLE public.t (id int PRIMARY KEY);
INSERT INTO public.t VALUES (1);
