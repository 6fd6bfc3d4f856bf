-- What one has begun to write. An empty one keeps its row, so that versions only rise.
create table chat.drafts (
  user_id    text not null,
  cid        text not null,
  -- '' for the channel itself.
  parent_id  text not null default '',
  text       text not null,
  quoted_id  text,
  attachment_ids text[] not null default '{}',
  updated_at timestamptz not null,
  version    integer not null default 1,
  primary key (user_id, cid, parent_id)
);
create index drafts_mine on chat.drafts (user_id, updated_at desc) where text <> '' or attachment_ids <> '{}';

-- Commands the app has registered, answered by its webhook.
create table chat.commands (
  name        text primary key,
  description text not null,
  args        text not null,
  url         text,
  secret      text not null,
  created_at  timestamptz not null
);
