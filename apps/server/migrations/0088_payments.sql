-- Money a customer paid, as it is reported (domain §9).
create table payments (
  id                 text primary key,
  invoice_id         text not null references invoices,
  provider_id        text not null references accounts,
  customer_id        text not null references customers,
  amount             bigint not null check (amount > 0),
  tip                bigint not null default 0 check (tip >= 0),
  currency           char(3) not null,
  method             text not null,
  custody            text not null check (custody in ('PLATFORM', 'PROVIDER')),
  paid_at            timestamptz not null,
  external_reference text,
  proof_file_id      text,
  status             text not null check (status in ('PENDING_CONFIRMATION', 'CONFIRMED', 'REJECTED', 'REFUNDED')),
  recorded_at        timestamptz not null,
  -- Until when the customer may say no; then it counts as confirmed.
  confirm_by         timestamptz,
  decided_at         timestamptz,
  -- What the customer or the operator wrote with it.
  note               text,
  -- The call that recorded it: the same call again records once.
  call_key           bytea unique,
  version            integer not null
);
create index payments_of_invoice on payments (invoice_id, recorded_at, id);
create index payments_of_provider on payments (provider_id, recorded_at desc, id desc);
