-- Exports of personal data.

create table data_exports (
  provider_id   text primary key references accounts on delete cascade,
  requested_at  timestamptz not null,
  ready_at      timestamptz,
  key           text,
  size          integer
);
comment on table data_exports is 'The newest export of each provider''s data.';
comment on column data_exports.key is 'Where the file storage keeps the archive; null before it is made and once it is deleted.';
create index data_exports_ready on data_exports (ready_at) where key is not null;
