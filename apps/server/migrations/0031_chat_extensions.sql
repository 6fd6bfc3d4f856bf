-- The chat's attachments, link previews, polls, locations, reminders, scheduled messages, drafts and commands.

create table chat.attachments (
  id               text primary key,
  upload_id        text not null unique,
  cid              text not null,
  user_id          text not null,
  client_metadata  jsonb not null,
  size             bigint not null,
  received         bigint not null default 0,
  file             jsonb,
  key              text,
  message_id       text,
  created_at       timestamptz not null
);
comment on table chat.attachments is
  'Files of messages. Uploads arrive in parts; a finished one without a message is deleted after a day.';
comment on column chat.attachments.client_metadata is 'What the sender declares: kind, name, dimensions, duration, waveform.';
comment on column chat.attachments.received is 'Bytes received so far.';
comment on column chat.attachments.file is 'The file as messages carry it, once it was inspected.';
comment on column chat.attachments.key is 'Where the file storage keeps the bytes, with the thumbnail beside them.';
create index attachments_unattached on chat.attachments (created_at) where message_id is null;
create index attachments_by_user on chat.attachments (user_id) where message_id is null;
create index attachments_message on chat.attachments (cid, message_id) where message_id is not null;
-- A forwarded message shares the bytes: they are deleted with the last row that has their key.
create index attachments_key on chat.attachments (key) where key is not null;

create table chat.link_previews (
  url         text primary key,
  preview     jsonb,
  image_key   text,
  fetched_at  timestamptz not null
);
comment on table chat.link_previews is 'Cached previews of linked pages.';
comment on column chat.link_previews.preview is 'Null where the page has none.';
create index link_previews_fetched_at on chat.link_previews (fetched_at);

create table chat.polls (
  id                 text primary key,
  cid                text not null,
  message_id         text not null,
  created_by         text not null,
  name               text not null,
  description        text not null,
  options            jsonb not null,
  counts             jsonb not null default '{}',
  answers            integer not null default 0,
  is_closed          boolean not null default false,
  allow_answers      boolean not null,
  allow_suggestions  boolean not null,
  unique_vote        boolean not null,
  max_votes          integer,
  visibility         text not null check (visibility in ('public', 'anonymous')),
  created_at         timestamptz not null,
  version            integer not null default 1
);
comment on table chat.polls is 'Polls. A vote locks the row, so that the counts are exact.';
comment on column chat.polls.counts is 'Number of votes by option id.';
create unique index polls_message on chat.polls (cid, message_id);

create table chat.poll_voters (
  poll_id     text not null references chat.polls on delete cascade,
  user_id     text not null,
  option_ids  text[] not null default '{}',
  answer      text,
  voted_at    timestamptz not null,
  version     integer not null default 1,
  primary key (poll_id, user_id)
);
comment on table chat.poll_voters is 'Votes and answers, one row per voter.';

create table chat.locations (
  cid         text not null,
  message_id  text not null,
  user_id     text not null,
  device_id   text not null,
  latitude    double precision not null,
  longitude   double precision not null,
  ends_at     timestamptz not null,
  ended_at    timestamptz,
  updated_at  timestamptz not null,
  version     integer not null default 1,
  primary key (cid, message_id)
);
comment on table chat.locations is 'Shared live locations: the newest position, or the last one of a share that ended.';
create index locations_live on chat.locations (cid) where ended_at is null;

create table chat.reminders (
  user_id     text not null,
  cid         text not null,
  message_id  text not null,
  remind_at   timestamptz,
  fired_at    timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  deleted_at  timestamptz,
  version     integer not null default 1,
  primary key (user_id, cid, message_id)
);
comment on table chat.reminders is
  'Messages a user wants to return to. Deleted rows stay, so that the version of a new reminder is higher.';
create index reminders_by_user on chat.reminders (user_id, (coalesce(remind_at, 'infinity'::timestamptz)), message_id)
  where deleted_at is null;

create table chat.scheduled_messages (
  user_id     text not null,
  message_id  text not null,
  cid         text not null,
  draft       jsonb not null,
  send_at     timestamptz not null,
  state       text not null check (state in ('waiting', 'sent', 'failed', 'deleted')),
  problem     text,
  created_at  timestamptz not null,
  version     integer not null default 1,
  primary key (user_id, message_id)
);
comment on table chat.scheduled_messages is 'Messages to be sent later. Sending one twice creates one message, by its id.';
create index scheduled_messages_by_user on chat.scheduled_messages (user_id, send_at) where state in ('waiting', 'failed');

create table chat.drafts (
  user_id         text not null,
  cid             text not null,
  parent_id       text not null default '',
  text            text not null,
  quoted_id       text,
  attachment_ids  text[] not null default '{}',
  updated_at      timestamptz not null,
  version         integer not null default 1,
  primary key (user_id, cid, parent_id)
);
comment on table chat.drafts is 'Drafts of messages. An emptied draft keeps its row, so that versions only rise.';
comment on column chat.drafts.parent_id is 'The thread; empty for the channel itself.';
create index drafts_by_user on chat.drafts (user_id, updated_at desc) where text <> '' or attachment_ids <> '{}';

create table chat.commands (
  name         text primary key,
  description  text not null,
  args         text not null,
  url          text,
  secret       text not null,
  created_at   timestamptz not null
);
comment on table chat.commands is 'Commands the app registered. Its webhook answers them.';
