-- Articles that answer what is asked often (domain §13), and whom they helped.
create table faqs (
  id            text primary key,
  slug          text not null,
  locale        text not null,
  category      text not null,
  -- The place of its topic and its own within it: the order of the list.
  place         integer not null,
  title         text not null,
  body_markdown text not null,
  published     boolean not null default true,
  -- Of the file it came from with the product; null for what was written here.
  shipped_hash  text,
  -- Somebody here changed or took it away: no release touches it any more.
  edited_at     timestamptz,
  removed_at    timestamptz,
  helpful_yes   integer not null default 0,
  helpful_no    integer not null default 0,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- Words are cut to their stems in English; in other languages they stay as they are.
  search        tsvector not null generated always as (
    setweight(to_tsvector(case when locale like 'en%' then 'english'::regconfig else 'simple'::regconfig end, title), 'A') ||
    setweight(to_tsvector(case when locale like 'en%' then 'english'::regconfig else 'simple'::regconfig end, body_markdown), 'C')
  ) stored,
  unique (slug, locale)
);
create index faqs_search on faqs using gin (search);
create index faqs_order on faqs (locale, place, slug) where removed_at is null;

-- One person counts once.
create table faq_votes (
  faq_id      text not null references faqs on delete cascade,
  provider_id text not null references accounts on delete cascade,
  helpful     boolean not null,
  at          timestamptz not null,
  primary key (faq_id, provider_id)
);
