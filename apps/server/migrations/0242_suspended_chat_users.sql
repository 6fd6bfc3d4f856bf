-- Until when a user of the chat may read and nothing else.
alter table chat.users add column suspended_until timestamptz;

insert into chat.users (id, role, created_at, updated_at, suspended_until)
  select id, 'provider', now(), now(), suspended_until from accounts where suspended_until is not null
  on conflict (id) do update set suspended_until = excluded.suspended_until;
