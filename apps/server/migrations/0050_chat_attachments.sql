-- Files inside messages. Uploads arrive in parts, so that a broken line costs one part and any process can go on; a
-- finished one waits for its message, and is forgotten after a day when none names it.
create table chat.attachments (
  id          text primary key,
  upload_id   text not null unique,
  cid         text not null,
  user_id     text not null,
  -- What the sender said of it: kind, name, sides, duration, loudness.
  said        jsonb not null,
  size        bigint not null,
  received    bigint not null default 0,
  -- The file as messages carry it, once its bytes have been judged.
  file        jsonb,
  -- Where its bytes are kept; the small picture is beside it under the same name.
  key         text,
  message_id  text,
  created_at  timestamptz not null
);
create index attachments_waiting on chat.attachments (created_at) where message_id is null;
create index attachments_mine on chat.attachments (user_id) where message_id is null;
create index attachments_message on chat.attachments (cid, message_id) where message_id is not null;

-- What linked pages say of themselves, remembered for a while. Null: nothing to show.
create table chat.previews (
  url        text primary key,
  preview    jsonb,
  image_key  text,
  fetched_at timestamptz not null
);
create index previews_age on chat.previews (fetched_at);
