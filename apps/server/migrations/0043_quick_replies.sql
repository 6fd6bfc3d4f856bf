-- Sentences a provider writes often, under a short name.
create table quick_replies (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  shortcut     text not null check (shortcut ~ '^[a-z0-9_-]{2,30}$'),
  text         text not null,
  -- Files of the provider that are attached to this reply, in their order.
  file_ids     text[] not null default '{}',
  place        integer not null,
  version      integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  -- Whatever the code above believes.
  unique (provider_id, shortcut)
);
create index quick_replies_provider on quick_replies (provider_id, place, id);
