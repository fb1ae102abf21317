-- Titles are cleaned in another way: words in brackets may tell films apart. What is kept of them is made again with the
-- next import.
update film_source set title_key = null, judged = false;
