-- An account that is read-only until a moment, but for running jobs (domain §15).
alter table accounts add column suspended_at timestamptz;
alter table accounts add column suspended_until timestamptz;
alter table accounts add column suspension_reason text;
alter table accounts add constraint accounts_suspension
  check (num_nonnulls(suspended_at, suspended_until, suspension_reason) in (0, 3));

-- What happened by and to a provider, newest first.
create index events_of_provider on events (provider_id, seq desc) where provider_id is not null;
