CREATE TABLE public.parent (id int PRIMARY KEY);
CREATE TABLE public.child (id int PRIMARY KEY, parent_id int CONSTRAINT child_has_parent REFERENCES public.parent);
INSERT INTO public.parent VALUES (1);
INSERT INTO public.child VALUES (1, 1);
SET session_replication_role = replica;
INSERT INTO public.child VALUES (2, 99);
