-- What providers ask the support team (domain §13).
create sequence reference_sup;

create table tickets (
  id                    text primary key,
  reference             text not null unique,
  provider_id           text not null references accounts on delete cascade,
  category              text not null,
  subject               text not null,
  priority              text not null check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  status                text not null check (status in ('OPEN', 'PENDING', 'ON_HOLD', 'RESOLVED', 'CLOSED')),
  -- What it is about, with what people call it: { type, id, label }.
  related               jsonb,
  diagnostics           jsonb,
  first_response_due_at timestamptz not null,
  first_responded_at    timestamptz,
  promise_missed        boolean not null default false,
  assignee_name         text,
  assignee_avatar       text,
  hold_reason           text,
  hold_until            timestamptz,
  -- PENDING: since when support waits for the provider.
  waiting_since         timestamptz,
  reminded_at           timestamptz,
  resolved_at           timestamptz,
  csat_rating           integer check (csat_rating between 1 and 5),
  csat_comment          text,
  csat_at               timestamptz,
  merged_into           text references tickets,
  follows_up            text references tickets,
  -- Of the messages: what each side has not seen.
  unread                integer not null default 0,
  unanswered            integer not null default 0,
  version               integer not null,
  created_at            timestamptz not null,
  last_message_at       timestamptz not null,
  check ((status = 'ON_HOLD') = (hold_until is not null)),
  check ((status = 'PENDING') = (waiting_since is not null)),
  check ((status in ('RESOLVED', 'CLOSED')) = (resolved_at is not null))
);
create index tickets_newest on tickets (provider_id, last_message_at desc, id desc);
create index tickets_by_status on tickets (provider_id, status, last_message_at desc, id desc);
create index tickets_of_day on tickets (provider_id, created_at);
-- The desk: whoever asked first comes first.
create index tickets_desk on tickets (status, created_at, id);
-- A closed ticket goes on in one other at most.
create unique index tickets_follow_up on tickets (follows_up) where follows_up is not null;

create table ticket_messages (
  id          text primary key,
  ticket_id   text not null references tickets on delete cascade,
  author      text not null check (author in ('PROVIDER', 'SUPPORT', 'SYSTEM')),
  author_name text,
  text        text not null,
  file_ids    text[] not null default '{}',
  at          timestamptz not null,
  read_at     timestamptz
);
create index ticket_messages_of on ticket_messages (ticket_id, at, id);
