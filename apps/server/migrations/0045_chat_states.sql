-- What members set for a channel, what keeps the peace in it, and whose tokens are no longer good.
alter table chat.channels
  -- The place of the newest event that changed the channel itself: its name, its members, who blocked it.
  add revision     bigint not null default 0,
  -- Set: nobody but the app writes here.
  add blocked_by   text,
  -- Slow mode: so many seconds between two messages of one member. 0: off.
  add slow_seconds integer not null default 0 check (slow_seconds between 0 and 86400);

-- Kept in channels in slow mode only.
alter table chat.members add last_sent_at timestamptz;

create table chat.reports (
  cid         text not null,
  id          text not null,
  message_id  text,
  reporter_id text not null,
  reason      text not null,
  note        text,
  created_at  timestamptz not null,
  primary key (cid, id)
);
create index reports_newest on chat.reports (created_at desc, id desc);

alter table chat.users
  -- Set: no token of this user is good.
  add deactivated_at    timestamptz,
  add deleted_at        timestamptz,
  -- Tokens issued earlier are not good any more.
  add tokens_valid_from timestamptz;

-- Sessions of the app whose chat tokens ended with them.
create table chat.ended_sessions (
  user_id    text not null,
  session_id text not null,
  ended_at   timestamptz not null,
  primary key (user_id, session_id)
);

-- An app that is suspended serves nobody but its own server.
create table chat.apps (
  app_key      text primary key,
  suspended_at timestamptz
);
