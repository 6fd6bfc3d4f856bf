-- What somebody wants to come back to. Deleted ones keep their row until the next reminder of the same message, so that
-- versions only rise.
create table chat.reminders (
  user_id    text not null,
  cid        text not null,
  message_id text not null,
  remind_at  timestamptz,
  fired_at   timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  version    integer not null default 1,
  primary key (user_id, cid, message_id)
);
create index reminders_mine on chat.reminders (user_id, (coalesce(remind_at, 'infinity'::timestamptz)), message_id)
  where deleted_at is null;

-- Messages that are to be sent later. The message's id makes sending twice harmless.
create table chat.scheduled (
  user_id    text not null,
  message_id text not null,
  cid        text not null,
  draft      jsonb not null,
  send_at    timestamptz not null,
  state      text not null check (state in ('waiting', 'sent', 'failed', 'deleted')),
  problem    text,
  created_at timestamptz not null,
  version    integer not null default 1,
  primary key (user_id, message_id)
);
create index scheduled_mine on chat.scheduled (user_id, send_at) where state in ('waiting', 'failed');

-- Where live shares have come to. Of a share that has ended, its last place.
create table chat.locations (
  cid        text not null,
  message_id text not null,
  user_id    text not null,
  device_id  text not null,
  latitude   double precision not null,
  longitude  double precision not null,
  ends_at    timestamptz not null,
  ended_at   timestamptz,
  updated_at timestamptz not null,
  version    integer not null default 1,
  primary key (cid, message_id)
);
create index locations_live on chat.locations (cid) where ended_at is null;
