-- Articles are looked for in the language they are written in: stems where the database knows them, else whole words.
create function faq_words(locale text) returns regconfig
  language sql immutable parallel safe
  return case
    when locale like 'en%' then 'pg_catalog.english'::regconfig
    when locale like 'fr%' then 'pg_catalog.french'::regconfig
    when locale like 'ar%' then 'pg_catalog.arabic'::regconfig
    else 'pg_catalog.simple'::regconfig
  end;

-- Who looks for something leaves accents out, or cannot type them.
create function faq_plain(words text) returns text
  language sql immutable parallel safe
  return translate(lower(words), 'àâäáãåçéèêëíìîïñóòôöõúùûüýÿ’', 'aaaaaaceeeeiiiinooooouuuuyy ');

alter table faqs drop column search;
alter table faqs add column search tsvector not null generated always as (
  setweight(to_tsvector(faq_words(locale), faq_plain(title)), 'A') ||
  setweight(to_tsvector(faq_words(locale), faq_plain(body_markdown)), 'C')
) stored;
create index faqs_search on faqs using gin (search);
