-- The notification service. It knows subscribers and notifications, and nothing of the product. Every key starts with
-- the subscriber, so that the tables can be distributed over machines.

create schema inbox;

create table inbox.subscribers (
  subscriber_id  text primary key,
  id             text not null unique,
  first_name     text,
  last_name      text,
  email          text,
  phone          text,
  avatar         text,
  locale         text,
  timezone       text,
  data           jsonb,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);
comment on table inbox.subscribers is 'People who receive notifications.';
comment on column inbox.subscribers.subscriber_id is 'The id the product gives a person.';
comment on column inbox.subscribers.id is 'The internal id in the service''s protocol.';

create table inbox.notifications (
  subscriber_id     text not null,
  id                text not null,
  context           text not null default '',
  transaction_id    text not null,
  merged            text[] not null default '{}',
  workflow          text,
  subject           text,
  body              text not null,
  avatar            text,
  tags              text[] not null default '{}',
  data              jsonb not null default '{}',
  severity          text not null default 'none' check (severity in ('high', 'medium', 'low', 'none')),
  redirect          jsonb,
  primary_action    jsonb,
  secondary_action  jsonb,
  completed_action  text check (completed_action in ('primary', 'secondary')),
  created_at        timestamptz not null,
  delivered_at      timestamptz[] not null default '{}',
  read_at           timestamptz,
  seen_at           timestamptz,
  archived_at       timestamptz,
  snoozed_until     timestamptz,
  read              boolean not null generated always as (read_at is not null) stored,
  archived          boolean not null generated always as (archived_at is not null) stored,
  snoozed           boolean not null generated always as (snoozed_until is not null) stored,
  primary key (subscriber_id, id),
  unique (subscriber_id, transaction_id),
  -- Archived notifications are read: the badge never counts what the list does not show.
  check (archived_at is null or read_at is not null)
);
comment on table inbox.notifications is 'Entries of the inbox.';
comment on column inbox.notifications.context is
  'The exact set of context keys it was sent in, sorted and joined by commas; empty for none.';
comment on column inbox.notifications.transaction_id is 'A second request with the same id creates nothing.';
comment on column inbox.notifications.merged is
  'Transaction ids of later requests about the same object within moments, which were merged into this one.';
comment on column inbox.notifications.created_at is 'Order of the list; renewed when a snooze ends.';
-- One index per way of paging; the third also serves every count.
create index notifications_all on inbox.notifications (subscriber_id, context, created_at desc, id desc);
create index notifications_listed on inbox.notifications (subscriber_id, context, archived, snoozed, created_at desc, id desc);
create index notifications_by_state on inbox.notifications
  (subscriber_id, context, read, archived, snoozed, created_at desc, id desc) include (severity);
-- Notifications about one object, to merge with them or to complete them.
create index notifications_about on inbox.notifications (subscriber_id, workflow, (data ->> 'id'));

create table inbox.preferences (
  subscriber_id  text not null,
  context        text not null default '',
  workflow       text not null default '',
  channels       jsonb not null default '{}',
  schedule       jsonb,
  updated_at     timestamptz not null,
  primary key (subscriber_id, context, workflow)
);
comment on table inbox.preferences is
  'What a subscriber changed of the defaults: one row for everything (workflow '''') and one per workflow.';
