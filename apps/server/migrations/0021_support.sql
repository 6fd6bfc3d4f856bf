-- Tickets and help articles.

create sequence reference_sup;

create table tickets (
  id                     text primary key,
  reference              text not null unique,
  provider_id            text not null references accounts on delete cascade,
  category               text not null,
  subject                text not null,
  priority               text not null check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  status                 text not null check (status in ('OPEN', 'PENDING', 'ON_HOLD', 'RESOLVED', 'CLOSED')),
  version                integer not null,
  related                jsonb,
  diagnostics            jsonb,
  -- Service level
  first_response_due_at  timestamptz not null,
  first_responded_at     timestamptz,
  promise_missed         boolean not null default false,
  -- Course
  assignee_name          text,
  assignee_avatar        text,
  hold_reason            text,
  hold_until             timestamptz,
  waiting_since          timestamptz,
  reminded_at            timestamptz,
  resolved_at            timestamptz,
  csat_rating            integer check (csat_rating between 1 and 5),
  csat_comment           text,
  csat_at                timestamptz,
  merged_into            text references tickets,
  follows_up             text references tickets,
  -- Messages
  unread                 integer not null default 0,
  unanswered             integer not null default 0,
  last_message_at        timestamptz not null,
  created_at             timestamptz not null,
  check ((status = 'ON_HOLD') = (hold_until is not null)),
  check ((status = 'PENDING') = (waiting_since is not null)),
  check ((status in ('RESOLVED', 'CLOSED')) = (resolved_at is not null))
);
comment on table tickets is 'Questions of providers to support.';
comment on column tickets.related is 'What it is about, as { type, id, label }.';
comment on column tickets.promise_missed is 'Whether the first answer came later than promised.';
comment on column tickets.waiting_since is 'PENDING: since when support waits for the provider.';
comment on column tickets.follows_up is 'The closed ticket that this one continues.';
comment on column tickets.unread is 'Messages the provider has not read; `unanswered`: those support has not.';
create index tickets_newest on tickets (provider_id, last_message_at desc, id desc);
create index tickets_by_status on tickets (provider_id, status, last_message_at desc, id desc);
create index tickets_of_day on tickets (provider_id, created_at);
-- The operator's queue, oldest first.
create index tickets_queue on tickets (status, created_at, id);
-- A closed ticket is continued in one other at most.
create unique index tickets_follow_up on tickets (follows_up) where follows_up is not null;

create table ticket_messages (
  id           text primary key,
  ticket_id    text not null references tickets on delete cascade,
  author       text not null check (author in ('PROVIDER', 'SUPPORT', 'SYSTEM')),
  author_name  text,
  text         text not null,
  file_ids     text[] not null default '{}',
  at           timestamptz not null,
  read_at      timestamptz
);
comment on table ticket_messages is 'Messages of a ticket.';
create index ticket_messages_of on ticket_messages (ticket_id, at, id);

create function faq_search_config(locale text) returns regconfig
  language sql immutable parallel safe
  return case
    when locale like 'en%' then 'pg_catalog.english'::regconfig
    when locale like 'fr%' then 'pg_catalog.french'::regconfig
    when locale like 'ar%' then 'pg_catalog.arabic'::regconfig
    else 'pg_catalog.simple'::regconfig
  end;
comment on function faq_search_config is 'Text search configuration of a locale; without stemming where there is none.';

create function faq_normalize_text(text text) returns text
  language sql immutable parallel safe
  return translate(lower(text), 'àâäáãåçéèêëíìîïñóòôöõúùûüýÿ’', 'aaaaaaceeeeiiiinooooouuuuyy ');
comment on function faq_normalize_text is 'Lower case without accents.';

create table faqs (
  id             text primary key,
  slug           text not null,
  locale         text not null,
  category       text not null,
  sort_key       integer not null,
  title          text not null,
  body_markdown  text not null,
  published      boolean not null default true,
  shipped_hash   text,
  edited_at      timestamptz,
  removed_at     timestamptz,
  helpful_yes    integer not null default 0,
  helpful_no     integer not null default 0,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  search         tsvector not null generated always as (
    setweight(to_tsvector(faq_search_config(locale), faq_normalize_text(title)), 'A') ||
    setweight(to_tsvector(faq_search_config(locale), faq_normalize_text(body_markdown)), 'C')
  ) stored,
  unique (slug, locale)
);
comment on table faqs is 'Help articles, one row per language.';
comment on column faqs.sort_key is 'Order of the list: by topic, then within the topic.';
comment on column faqs.shipped_hash is 'Hash of the file it comes from; null for articles written here.';
comment on column faqs.edited_at is 'Set once an operator edited or removed it: updates of Fettle leave it alone.';
create index faqs_search on faqs using gin (search);
create index faqs_order on faqs (locale, sort_key, slug) where removed_at is null;

create table faq_votes (
  faq_id       text not null references faqs on delete cascade,
  provider_id  text not null references accounts on delete cascade,
  helpful      boolean not null,
  at           timestamptz not null,
  primary key (faq_id, provider_id)
);
comment on table faq_votes is 'Whether an article helped, one vote per provider.';
