-- Notifications of providers, before they reach the inbox, mail and push.

create table notifications (
  id            text primary key,
  provider_id   text not null,
  workflow      text not null,
  params        jsonb not null,
  subject_type  text not null,
  subject_id    text not null,
  at            timestamptz not null,
  mailed_at     timestamptz,
  pushed_at     timestamptz,
  resolved_at   timestamptz
);
comment on table notifications is
  'Notifications, written in the transaction of the change they report. A job delivers them to the inbox.';
comment on column notifications.resolved_at is
  'When the subject moved on, so that there is nothing left to do. Then it is delivered as completed.';
create index notifications_unresolved on notifications (subject_type, subject_id, workflow) where resolved_at is null;
create index notifications_provider on notifications (provider_id, at);

create table push_subscriptions (
  id           text primary key,
  provider_id  text not null,
  session_id   text not null references sessions on delete cascade,
  endpoint     text not null unique,
  p256dh       text not null,
  auth         text not null,
  created_at   timestamptz not null,
  renewed_at   timestamptz not null
);
comment on table push_subscriptions is 'Web push subscriptions. One ends with the session it was made in.';
create index push_subscriptions_provider on push_subscriptions (provider_id, renewed_at desc);
create index push_subscriptions_session on push_subscriptions (session_id);
