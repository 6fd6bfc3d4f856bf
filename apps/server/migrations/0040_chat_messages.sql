-- What is done to messages that are there: reactions, pins, threads, and what one takes away from oneself.
alter table chat.messages
  -- [{ "emoji": "👍", "userIds": ["…"] }], in the order they came.
  add reactions     jsonb,
  add pinned_at     timestamptz,
  add pinned_by     text,
  add last_reply_at timestamptz,
  add repliers      text[];

create index messages_pinned on chat.messages (cid, pinned_at) where pinned_at is not null;
create index messages_replies on chat.messages (cid, parent_id, seq) where parent_id is not null;

-- Messages that are gone for one member only.
create table chat.hidden (
  cid     text not null,
  user_id text not null,
  seq     bigint not null,
  primary key (cid, user_id, seq)
);

-- Who is in a thread: whoever wrote its first message, replied, or was mentioned in a reply.
create table chat.thread_members (
  cid            text not null,
  parent_id      text not null,
  user_id        text not null,
  last_reply_seq bigint not null,
  last_reply_at  timestamptz not null,
  last_read_seq  bigint not null default 0,
  unread_count   integer not null default 0,
  -- Counts up with every change of the two above.
  version        integer not null default 0,
  primary key (cid, parent_id, user_id)
) with (fillfactor = 70);
create index thread_members_list on chat.thread_members (user_id, last_reply_at desc, cid desc, parent_id desc);
create index thread_members_unread on chat.thread_members (user_id) where unread_count > 0;
