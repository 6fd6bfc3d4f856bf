-- The notification service. It knows subscribers and notifications, and no product nouns; every key starts with the
-- subscriber, so that the tables can be spread over machines.
create schema inbox;

create table inbox.subscribers (
  subscriber_id  text primary key,
  -- What the protocol shows as the internal id.
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

create table inbox.notifications (
  subscriber_id     text not null,
  id                text not null,
  -- The exact set of context keys it was sent in, sorted and joined by commas; empty for none.
  context           text not null default '',
  -- Who asks twice with the same one gets one notification.
  transaction_id    text not null,
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
  -- Where it stands in the list: moves to the top when a snooze elapses.
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
  -- What is archived has been read: an unread badge never counts what the list does not show.
  check (archived_at is null or read_at is not null)
);
-- One index per way of paging; the last also answers every count.
create index notifications_all on inbox.notifications (subscriber_id, context, created_at desc, id desc);
create index notifications_shown on inbox.notifications (subscriber_id, context, archived, snoozed, created_at desc, id desc);
create index notifications_by_state on inbox.notifications
  (subscriber_id, context, read, archived, snoozed, created_at desc, id desc) include (severity);
-- Finds what still waits for an action on one object, when that object moves on.
create index notifications_about on inbox.notifications (subscriber_id, workflow, (data ->> 'id'))
  where completed_action is null and primary_action is not null;

-- What a subscriber chose, apart from the defaults: one row for everything (workflow '') and one per workflow.
create table inbox.preferences (
  subscriber_id  text not null,
  context        text not null default '',
  workflow       text not null default '',
  channels       jsonb not null default '{}',
  schedule       jsonb,
  updated_at     timestamptz not null,
  primary key (subscriber_id, context, workflow)
);
