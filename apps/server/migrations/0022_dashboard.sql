-- The home screen.

create table dashboard_snoozes (
  provider_id  text not null references accounts on delete cascade,
  todo_id      text not null,
  until        timestamptz not null,
  primary key (provider_id, todo_id)
);
comment on table dashboard_snoozes is 'To-dos a provider postponed.';
