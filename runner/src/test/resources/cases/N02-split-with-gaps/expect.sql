SELECT count(*) || ' ' || count(DISTINCT id) || ' ' || sum(id) || ' ' || md5(string_agg(v, '' ORDER BY id)) FROM public.gaps;
