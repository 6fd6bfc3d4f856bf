-- Browsers a provider may be reached in while no page of ours is open (web push). A subscription ends with the session
-- it was made in: whoever logs a lost phone out is not told on it any more.
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
create index push_subscriptions_provider on push_subscriptions (provider_id, renewed_at desc);
create index push_subscriptions_session on push_subscriptions (session_id);

-- What a provider is told is pushed once.
alter table notices add column pushed_at timestamptz;
