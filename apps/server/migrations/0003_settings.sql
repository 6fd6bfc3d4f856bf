-- Settings that operators change at runtime.

create table settings (
  key         text primary key,
  value       jsonb not null,
  changed_at  timestamptz not null,
  changed_by  text not null
);
comment on table settings is 'Settings that operators changed. A setting without a row has its default.';

create table settings_version (
  singleton  boolean primary key default true check (singleton),
  version    integer not null
);
comment on table settings_version is
  'One row: the version of all settings. Locked by every change; processes read it to know that theirs are current.';
insert into settings_version (version) values (0);
