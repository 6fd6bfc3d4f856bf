-- Extensions, search functions, domain events, idempotent requests and outgoing messages.

create extension if not exists btree_gist;

-- Search: every list is searched by words anywhere in a record's text, in any order (decisions 205 and 240).

create function normalize_text(text text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(text, NFKD), '[\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g'));
comment on function normalize_text is 'Lower case without accents and without Arabic vowel marks.';

-- The cost is far above the true one, so that the planner takes the index. It is restricted to one process because
-- starting parallel workers takes a hundred times as long as a search.
create function search_grams(owner text, text text) returns tsvector
  language sql immutable parallel restricted cost 10000
  return array_to_tsvector(array(
    select distinct right(owner, 10) || substr(text, at, 6) from generate_series(1, length(text)) at));
comment on function search_grams is
  'Every substring of six characters, and the shorter ones at the end, prefixed with the end of the owner''s id.';

create function search_grams_query(owner text, query text) returns tsquery
  language sql immutable parallel safe
  return (
    with words as (select word, length(word) as characters from regexp_split_to_table(query, '\s+') as word where word <> '')
    select string_agg(
      '''' || replace(replace(right(owner, 10) || substr(word, at, 6), '\', '\\'), '''', '''''') || '''' ||
        case when characters < 6 then ':*' else '' end,
      ' & ')
    from words cross join lateral (
      select at from generate_series(1, greatest(characters - 5, 1), 6) at
      union select greatest(characters - 5, 1)) as grams (at)
    where characters > 2 or characters = (select max(characters) from words)
  )::tsquery;
comment on function search_grams_query is
  'Matches the grams of every text that may contain all words of a query. Words of one or two characters count only '
  'alone. The caller rechecks the hits with `like`, because grams need not be adjacent.';

create function search_patterns(query text) returns text[]
  language sql immutable parallel safe
  return (
    select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '{}')
    from regexp_split_to_table(query, '\s+') as word where word <> '');
comment on function search_patterns is 'The words of a query as patterns for `like all`.';

-- Domain events

create table events (
  id            text primary key,
  seq           bigint generated always as identity unique,
  tx            xid8 not null default pg_current_xact_id(),
  subject_type  text not null,
  subject_id    text not null,
  subject_seq   integer not null,
  type          text not null,
  status        text,
  at            timestamptz not null,
  occurred_at   timestamptz not null,
  actor_type    text not null check (actor_type in ('PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM')),
  actor_id      text,
  actor_name    text not null,
  on_behalf     jsonb,
  data          jsonb not null default '{}',
  visibility    text not null default 'BOTH' check (visibility in ('BOTH', 'PROVIDER', 'OPERATOR')),
  provider_id   text,
  customer_id   text,
  unique (subject_type, subject_id, subject_seq)
);
comment on table events is
  'What happened to every record, appended in the same transaction. Timelines read it; the feed is numbered from it.';
comment on column events.seq is 'Order of insertion, which is not the order of commits.';
comment on column events.status is 'The status of the subject after the event.';
comment on column events.occurred_at is 'When it happened for the acting person; earlier than `at` for offline work.';
comment on column events.on_behalf is
  'The person the marketplace says acted, and from where. Only operators see it: it is in no timeline and no feed.';
create index events_of_provider on events (provider_id, seq desc) where provider_id is not null;
create index events_completed on events (provider_id, at) where type = 'booking.completed';
create index events_on_behalf on events (actor_id) where on_behalf is not null;

-- Idempotent requests

create table idempotency_keys (
  scope            text not null,
  key              text not null,
  request_hash     bytea not null,
  claim_token      text,
  claimed_at       timestamptz,
  completed        boolean not null default false,
  created_id       text,
  result           json,
  response_status  integer,
  response_body    json,
  created_at       timestamptz not null,
  primary key (scope, key)
);
comment on table idempotency_keys is
  'One row per keyed write, so that a repeated write happens once and gets the same answer (decision 116).';
comment on column idempotency_keys.claim_token is 'Fencing token of the process that runs the request.';
comment on column idempotency_keys.completed is
  'Whether the change was made. Written with the change itself, so that a repetition after a crash does not repeat it.';
comment on column idempotency_keys.created_id is 'Id of the record the write created, written with the change.';
comment on column idempotency_keys.result is 'What the write answers, where that is small; written with the change.';
comment on column idempotency_keys.response_status is 'HTTP status; null while the request runs.';
comment on column idempotency_keys.response_body is 'The response, byte for byte; `json` keeps the order of its keys.';
create index idempotency_keys_created_at on idempotency_keys (created_at);

-- Outgoing messages

create table outgoing_messages (
  id           text primary key,
  seq          bigint generated always as identity,
  channel      text not null check (channel in ('EMAIL', 'SMS', 'PUSH')),
  recipient    text not null,
  subject      text not null,
  text         text not null,
  html         text,
  code         text,
  unsubscribe  text,
  created_at   timestamptz not null
);
comment on table outgoing_messages is
  'Mails, text messages and pushes to be sent. Deleted once delivered, except where the development outbox shows them.';
comment on column outgoing_messages.code is 'The verification code in the text, for the development outbox.';
comment on column outgoing_messages.unsubscribe is 'One-click unsubscribe address for the List-Unsubscribe header (RFC 8058).';
create index outgoing_messages_recipient on outgoing_messages (recipient, seq desc);
create index outgoing_messages_newest on outgoing_messages (seq desc);
