-- What operators set otherwise than shipped. One row each; what is not here is as shipped.
create table settings (
  key         text primary key,
  value       jsonb not null,
  changed_at  timestamptz not null,
  changed_by  text not null
);

-- The one row that says which version of all of them holds: locked by whoever changes one, and cheap to ask for.
create table settings_version (
  is_one      boolean primary key default true check (is_one),
  version     integer not null
);
insert into settings_version (version) values (0);
