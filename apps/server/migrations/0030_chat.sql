-- The chat service: users, channels, members, messages, events and search. No foreign key and no query leaves the
-- schema, every key starts with the channel or the user, and no statement needs two channels at once: the tables can
-- move to a database that is distributed by `cid`. Only the search function normalize_text is shared.

create schema chat;

create table chat.apps (
  app_key       text primary key,
  suspended_at  timestamptz
);
comment on table chat.apps is 'Applications that use the chat. A suspended one is refused for all but its own server.';

create table chat.users (
  id                 text primary key,
  name               text not null default '',
  normalized_name    text generated always as (normalize_text(name)) stored,
  image              text,
  role               text not null default 'customer' check (role in ('provider', 'customer', 'system')),
  custom             jsonb not null default '{}',
  last_active_at     timestamptz,
  tokens_valid_from  timestamptz,
  suspended_until    timestamptz,
  deactivated_at     timestamptz,
  deleted_at         timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null
);
comment on table chat.users is 'People who chat, and the system that posts messages.';
comment on column chat.users.normalized_name is 'The name as the search compares it.';
comment on column chat.users.tokens_valid_from is 'Tokens issued earlier are refused.';
comment on column chat.users.suspended_until is 'Until then the user is read-only.';
comment on column chat.users.deactivated_at is 'Set: every token of the user is refused.';

create table chat.ended_sessions (
  user_id     text not null,
  session_id  text not null,
  ended_at    timestamptz not null,
  primary key (user_id, session_id)
);
comment on table chat.ended_sessions is 'Sessions of the app that ended, and with them their chat tokens.';

create table chat.channels (
  cid                text primary key,
  type               text not null,
  name               text,
  normalized_name    text generated always as (normalize_text(name)) stored,
  image              text,
  custom             jsonb not null default '{}',
  created_by         text,
  created_by_app     boolean not null default false,
  blocked_by         text,
  slow_mode_seconds  integer not null default 0 check (slow_mode_seconds between 0 and 86400),
  last_seq           bigint not null default 0,
  last_message_at    timestamptz,
  pruned_seq         bigint not null default 0,
  revision           bigint not null default 0,
  policy_version     integer not null default 1,
  created_at         timestamptz not null
) with (fillfactor = 50);
comment on table chat.channels is 'Chats with members and an ordered list of messages and events.';
comment on column chat.channels.normalized_name is 'The name as the search compares it.';
comment on column chat.channels.created_by_app is
  'Whether the app created it. People in a channel of the app may create channels with each other (decision 250).';
comment on column chat.channels.blocked_by is 'Set: nobody but the app may write.';
comment on column chat.channels.slow_mode_seconds is 'Slow mode: seconds between two messages of one member; 0 is off.';
comment on column chat.channels.last_seq is
  'Sequence number of the newest event, assigned under the row lock: in commit order and without gaps.';
comment on column chat.channels.pruned_seq is 'Events up to this one are no longer stored.';
comment on column chat.channels.revision is 'Sequence number of the newest event that changed the channel itself.';
comment on column chat.channels.policy_version is 'Rises with every change of who is a member or who may write.';

create table chat.members (
  cid                 text not null,
  user_id             text not null,
  role                text not null check (role in ('owner', 'member')),
  joined_at           timestamptz not null,
  sort_minute         integer not null,
  -- Read state
  last_read_seq       bigint not null default 0,
  last_read_at        timestamptz,
  unread_count        integer not null default 0,
  has_unread          boolean not null default false,
  read_state_version  integer not null default 0,
  read_receipt_seq    bigint not null default 0,
  delivered_seq       bigint not null default 0,
  -- Settings
  pinned_at           timestamptz,
  archived_at         timestamptz,
  muted_until         timestamptz,
  hidden_since        timestamptz,
  settings_version    integer not null default 0,
  truncated_seq       bigint not null default 0,
  last_sent_at        timestamptz,
  primary key (cid, user_id)
) with (fillfactor = 50);
comment on table chat.members is 'Memberships, with the read state and the settings of the member.';
comment on column chat.members.sort_minute is
  'Minute of the channel''s last message, or of joining: the order of the member''s list. It is coarse, and '
  '`has_unread` is separate, so that most messages change no indexed column.';
comment on column chat.members.read_state_version is 'Rises with every change of `last_read_seq` and `unread_count`.';
comment on column chat.members.read_receipt_seq is 'How far others know the member has read; only rises.';
comment on column chat.members.delivered_seq is 'What has reached a device of the member; only rises.';
comment on column chat.members.settings_version is 'Rises when the member pins, archives, mutes or hides the channel.';
comment on column chat.members.truncated_seq is 'The member''s own history begins after this sequence number.';
comment on column chat.members.last_sent_at is 'Only maintained in slow mode.';
create index members_list on chat.members (user_id, (pinned_at is not null) desc, sort_minute desc);
create index members_unread on chat.members (user_id) where has_unread;

create table chat.messages (
  cid            text not null,
  seq            bigint not null,
  id             text not null,
  user_id        text,
  kind           text not null check (kind in ('regular', 'system', 'card', 'deleted', 'error')),
  text           text not null,
  extras         jsonb,
  parent_id      text,
  in_channel     boolean not null default true,
  reply_count    integer not null default 0,
  last_reply_at  timestamptz,
  repliers       text[],
  quoted_id      text,
  reactions      jsonb,
  pinned_at      timestamptz,
  pinned_by      text,
  revision       bigint,
  created_at     timestamptz not null,
  edited_at      timestamptz,
  deleted_at     timestamptz,
  primary key (cid, seq),
  unique (cid, id)
);
comment on table chat.messages is 'Messages. Each is its own `message.new` event, with the same sequence number.';
comment on column chat.messages.id is 'Created by the sender: sending it again is the same message.';
comment on column chat.messages.extras is
  'Mentions, attachments, card and custom data, as the protocol shapes them; null for most messages.';
comment on column chat.messages.in_channel is 'Whether a reply is also shown in the channel itself.';
comment on column chat.messages.reactions is 'As [{ "emoji": "👍", "userIds": ["…"] }], in the order they were added.';
comment on column chat.messages.revision is 'Sequence number of the newest event that changed it; null if none did.';
create index messages_pinned on chat.messages (cid, pinned_at) where pinned_at is not null;
create index messages_replies on chat.messages (cid, parent_id, seq) where parent_id is not null;
-- Shared media, files and links of a channel. Few messages are in these indexes.
create index messages_pictures on chat.messages (cid, seq)
  where extras @? '$.attachments[*] ? (@.kind == "image" || @.kind == "video")';
create index messages_files on chat.messages (cid, seq)
  where extras @? '$.attachments[*] ? (@.kind == "file" || @.kind == "voice")';
create index messages_links on chat.messages (cid, seq) where text ~* 'https?://';

create table chat.hidden_messages (
  cid      text not null,
  user_id  text not null,
  seq      bigint not null,
  primary key (cid, user_id, seq)
);
comment on table chat.hidden_messages is 'Messages a member deleted for themselves only.';

create table chat.events (
  cid         text not null,
  seq         bigint not null,
  type        text not null,
  user_id     text,
  data        jsonb not null,
  created_at  timestamptz not null,
  primary key (cid, seq)
);
comment on table chat.events is 'Events of a channel other than new messages.';

create table chat.thread_members (
  cid             text not null,
  parent_id       text not null,
  user_id         text not null,
  last_reply_seq  bigint not null,
  last_reply_at   timestamptz not null,
  last_read_seq   bigint not null default 0,
  unread_count    integer not null default 0,
  version         integer not null default 0,
  primary key (cid, parent_id, user_id)
) with (fillfactor = 70);
comment on table chat.thread_members is
  'People in a thread: the author of its first message, and everyone who replied or was mentioned in a reply.';
comment on column chat.thread_members.version is 'Rises with every change of `last_read_seq` and `unread_count`.';
create index thread_members_list on chat.thread_members (user_id, last_reply_at desc, cid desc, parent_id desc);
create index thread_members_unread on chat.thread_members (user_id) where unread_count > 0;

create table chat.reports (
  cid          text not null,
  id           text not null,
  message_id   text,
  reporter_id  text not null,
  reason       text not null,
  note         text,
  created_at   timestamptz not null,
  primary key (cid, id)
);
comment on table chat.reports is 'Messages and channels that members reported.';
create index reports_newest on chat.reports (created_at desc, id desc);

-- Search

create table chat.message_search (
  cid         text not null,
  seq         bigint not null,
  created_at  timestamptz not null,
  terms       tsvector not null,
  primary key (cid, seq)
);
comment on table chat.message_search is
  'Words of messages. A search adds what is missing first, so that sending a message does not wait for the index.';
create index message_search_terms on chat.message_search using gin (terms);

create table chat.search_progress (
  cid  text primary key,
  seq  bigint not null
);
comment on table chat.search_progress is 'Up to which message of a channel the words are indexed.';
