-- What happened, once: the timeline of every object and the feed partners read are the same rows.
create table events (
  id            text primary key,
  -- Order of the feed. Sequence order is not commit order, so readers stop below the oldest running transaction.
  seq           bigint generated always as identity unique,
  tx            xid8 not null default pg_current_xact_id(),
  subject_type  text not null,
  subject_id    text not null,
  subject_seq   integer not null,
  type          text not null,
  at            timestamptz not null,
  -- When it happened for the person who did it: earlier than `at` for work done offline.
  occurred_at   timestamptz not null,
  actor_type    text not null check (actor_type in ('PROVIDER', 'CUSTOMER', 'OPERATOR', 'SYSTEM')),
  actor_id      text,
  actor_name    text not null,
  data          jsonb not null default '{}',
  visibility    text not null default 'BOTH' check (visibility in ('BOTH', 'PROVIDER', 'OPERATOR')),
  provider_id   text,
  customer_id   text,
  unique (subject_type, subject_id, subject_seq)
);

-- Answers to writes that may be repeated: the same key gives the same answer.
create table idempotency (
  scope         text not null,
  key           text not null,
  request_hash  bytea not null,
  status        integer,
  body          jsonb,
  created_at    timestamptz not null,
  primary key (scope, key)
);
create index idempotency_created_at on idempotency (created_at);
