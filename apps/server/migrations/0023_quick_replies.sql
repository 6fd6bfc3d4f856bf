-- Saved answers for the chat.

create table quick_replies (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  shortcut     text not null check (shortcut ~ '^[a-z0-9_-]{2,30}$'),
  text         text not null,
  file_ids     text[] not null default '{}',
  position     integer not null,
  version      integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  unique (provider_id, shortcut)
);
comment on table quick_replies is 'Sentences a provider writes often, under a shortcut.';
comment on column quick_replies.file_ids is 'Files attached to the reply, in their order.';
comment on column quick_replies.position is 'Order of the list.';
create index quick_replies_provider on quick_replies (provider_id, position, id);
