-- An account on its way out: until `closing_at` whoever logs in keeps it, then nothing of the person is left.
alter table accounts add column closing_at timestamptz;
alter table accounts add column closing_reason text;
alter table accounts add column closed_at timestamptz;
create index accounts_closing on accounts (closing_at) where closing_at is not null and closed_at is null;

-- The newest export of each provider's data.
create table data_exports (
  provider_id   text primary key references accounts on delete cascade,
  requested_at  timestamptz not null,
  ready_at      timestamptz,
  key           text,
  size          integer
);
create index data_exports_ready on data_exports (ready_at) where key is not null;
