-- The chat service. Nothing here refers to a table outside this schema, every key starts with the channel or the user,
-- and no statement needs two channels at once: the tables can move to a database that is spread by `cid`.
create schema chat;

create table chat.users (
  id             text primary key,
  name           text not null default '',
  image          text,
  role           text not null default 'customer' check (role in ('provider', 'customer', 'system')),
  custom         jsonb not null default '{}',
  last_active_at timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

create table chat.channels (
  cid             text primary key,
  type            text not null,
  name            text,
  image           text,
  custom          jsonb not null default '{}',
  created_by      text,
  created_at      timestamptz not null,
  -- The place of the newest event. Taken under this row's lock, so order is commit order, without holes.
  last_seq        bigint not null default 0,
  last_message_at timestamptz,
  -- Counts up with every change of what decides over a message: who is in, who may write.
  facts_version   integer not null default 1,
  -- Events up to here are no longer held.
  pruned_seq      bigint not null default 0
) with (fillfactor = 50);

create table chat.members (
  cid              text not null,
  user_id          text not null,
  role             text not null check (role in ('owner', 'member')),
  joined_at        timestamptz not null,
  -- The minute of the channel's last message, or of joining: the order of one's list, but for what falls into the same
  -- minute. Kept this coarse, and beside `has_unread`, so that most messages change nothing that is indexed.
  sort_minute      integer not null,
  last_read_seq    bigint not null default 0,
  last_read_at     timestamptz,
  unread_count     integer not null default 0,
  has_unread       boolean not null default false,
  -- Counts up with every change of one's own last_read_seq and unread_count.
  reading_version  integer not null default 0,
  -- How far others know one has read, and what has reached a device of one's: they only rise.
  seen_seq         bigint not null default 0,
  delivered_seq    bigint not null default 0,
  pinned_at        timestamptz,
  archived_at      timestamptz,
  muted_until      timestamptz,
  hidden_since     timestamptz,
  -- Counts up with every change of the four above.
  settings_version integer not null default 0,
  -- One's own history begins after this place.
  truncated_seq    bigint not null default 0,
  primary key (cid, user_id)
) with (fillfactor = 50);
create index members_list on chat.members (user_id, (pinned_at is not null) desc, sort_minute desc);
create index members_unread on chat.members (user_id) where has_unread;

-- A message is its own `message.new` event: both have the same place.
create table chat.messages (
  cid         text not null,
  seq         bigint not null,
  -- Made by the sender: sending again is the same message.
  id          text not null,
  user_id     text,
  kind        text not null check (kind in ('regular', 'system', 'card', 'deleted', 'error')),
  text        text not null,
  parent_id   text,
  -- A reply that is also shown in the channel itself.
  in_channel  boolean not null default true,
  reply_count integer not null default 0,
  quoted_id   text,
  -- What few messages have: mentions, card, custom and the like, as the protocol shapes them.
  extras      jsonb,
  -- The place of the newest event that changed it; null while that is its own.
  revision    bigint,
  created_at  timestamptz not null,
  edited_at   timestamptz,
  deleted_at  timestamptz,
  primary key (cid, seq),
  unique (cid, id)
);

-- Every other thing that happened in a channel and can be replayed.
create table chat.events (
  cid        text not null,
  seq        bigint not null,
  type       text not null,
  user_id    text,
  data       jsonb not null,
  created_at timestamptz not null,
  primary key (cid, seq)
);
