-- A provider's money. The row is the lock of their ledger: whoever adds to it takes it first.
create table ledgers (
  provider_id    text primary key references accounts on delete cascade,
  currency       char(3) not null,
  -- Of everything the platform holds or held for them, payouts aside: what of it is paid out can be told entry by entry.
  total          bigint not null default 0,
  schedule       text not null default 'MANUAL' check (schedule in ('MANUAL', 'WEEKLY', 'DAILY')),
  -- When the next payout by schedule is due.
  next_payout_at timestamptz
);
create index ledgers_due on ledgers (next_payout_at) where next_payout_at is not null;

create table ledger_entries (
  id             text primary key,
  provider_id    text not null references ledgers,
  at             timestamptz not null,
  type           text not null,
  amount         bigint not null,
  currency       char(3) not null,
  custody        text not null check (custody in ('PLATFORM', 'PROVIDER')),
  available_at   timestamptz not null,
  group_id       text not null,
  source_type    text not null,
  source_id      text not null,
  source_label   text not null,
  -- The ledger's total once the whole group was added.
  total_after    bigint not null,
  -- What one thing gave rise to is written once, however often it is told.
  unique (source_type, source_id, type, custody)
);
create index ledger_entries_newest on ledger_entries (provider_id, at desc, id desc);
create index ledger_entries_balances on ledger_entries (provider_id, custody, available_at) include (amount, type);

-- Added to, never changed: the database holds us to it. An account that is erased takes its rows along.
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed';
end $$;
create trigger ledger_entries_append_only before update on ledger_entries
  for each row execute function ledger_is_append_only();

create table payouts (
  id                 text primary key,
  provider_id        text not null references ledgers,
  amount             bigint not null check (amount > 0),
  currency           char(3) not null,
  bank_name          text not null,
  account_name       text not null,
  last4              text not null,
  bank_code          text,
  -- Sealed for its owner, as it was when the payout was asked for.
  account_number     bytea not null,
  schedule           text not null,
  status             text not null,
  requested_at       timestamptz not null,
  expected_by        timestamptz not null,
  paid_at            timestamptz,
  external_reference text,
  failure_code       text,
  failure_message    text,
  version            integer not null
);
create index payouts_newest on payouts (provider_id, requested_at desc, id desc);
create index payouts_by_status on payouts (status, requested_at, id);
-- One on its way at a time, whatever the code above believes.
create unique index payouts_open on payouts (provider_id) where status in ('REQUESTED', 'PROCESSING');
