-- A provider's ledger and payouts.

create table ledgers (
  provider_id     text primary key references accounts on delete cascade,
  currency        char(3) not null,
  total           bigint not null default 0,
  schedule        text not null default 'MANUAL' check (schedule in ('MANUAL', 'WEEKLY', 'DAILY')),
  next_payout_at  timestamptz
);
comment on table ledgers is 'One row per provider, locked by every transaction that adds to the ledger.';
comment on column ledgers.total is
  'Everything the platform has held for the provider, payouts not deducted. Shows entry by entry what a payout contains.';
comment on column ledgers.schedule is 'How often payouts are made.';
comment on column ledgers.next_payout_at is 'When the next scheduled payout is due.';
create index ledgers_due on ledgers (next_payout_at) where next_payout_at is not null;

create table ledger_entries (
  id            text primary key,
  provider_id   text not null references ledgers,
  at            timestamptz not null,
  type          text not null,
  amount        bigint not null,
  currency      char(3) not null,
  custody       text not null check (custody in ('PLATFORM', 'PROVIDER')),
  available_at  timestamptz not null,
  group_id      text not null,
  source_type   text not null,
  source_id     text not null,
  source_label  text not null,
  total_after   bigint not null,
  -- A source causes each type of entry once, however often it is reported.
  unique (source_type, source_id, type, custody)
);
comment on table ledger_entries is
  'Changes of a provider''s balance. A trigger refuses updates; entries are deleted only with an erased account.';
comment on column ledger_entries.group_id is 'Entries that were written together.';
comment on column ledger_entries.total_after is 'Total of the ledger after the whole group.';
create index ledger_entries_newest on ledger_entries (provider_id, at desc, id desc);
create index ledger_entries_balances on ledger_entries (provider_id, custody, available_at) include (amount, type);

create function ledger_entries_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed';
end $$;
create trigger ledger_entries_append_only before update on ledger_entries
  for each row execute function ledger_entries_append_only();

create table ledger_holds (
  id            text primary key,
  provider_id   text not null references ledgers,
  held_by       text not null,
  source_type   text not null,
  source_id     text not null,
  amount        bigint not null check (amount > 0),
  available_at  timestamptz not null,
  held_at       timestamptz not null,
  released_at   timestamptz
);
comment on table ledger_holds is 'Disputed money: neither pending nor available until it is released.';
comment on column ledger_holds.held_by is 'Who requested it, such as a dispute. At most one open hold each.';
comment on column ledger_holds.available_at is
  'When the held money becomes available. Before, it is deducted from the pending balance; then, from the available one.';
create unique index ledger_holds_open on ledger_holds (held_by, source_type, source_id) where released_at is null;
create index ledger_holds_of_provider on ledger_holds (provider_id) where released_at is null;

create table payouts (
  id                  text primary key,
  provider_id         text not null references ledgers,
  status              text not null,
  version             integer not null,
  amount              bigint not null check (amount > 0),
  currency            char(3) not null,
  schedule            text not null,
  bank_name           text not null,
  bank_code           text,
  account_name        text not null,
  account_number      bytea not null,
  last4               text not null,
  requested_at        timestamptz not null,
  expected_by         timestamptz not null,
  paid_at             timestamptz,
  external_reference  text,
  failure_code        text,
  failure_message     text
);
comment on table payouts is 'Money sent to providers'' bank accounts.';
comment on column payouts.account_number is 'Encrypted; the account as it was when the payout was requested.';
create index payouts_newest on payouts (provider_id, requested_at desc, id desc);
create index payouts_by_status on payouts (status, requested_at, id);
-- At most one payout of a provider is in progress.
create unique index payouts_open on payouts (provider_id) where status in ('REQUESTED', 'PROCESSING');
