-- Invoices, credit notes and the payments of customers.

create table invoice_numbers (
  provider_id  text not null references accounts on delete cascade,
  kind         text not null check (kind in ('INV', 'CN')),
  year         integer not null,
  last         integer not null,
  primary key (provider_id, kind, year)
);
comment on table invoice_numbers is
  'The last number of each provider and year. A number taken in a transaction that rolls back is given to the next.';

create table invoices (
  id              text primary key,
  provider_id     text not null references accounts,
  customer_id     text not null references customers,
  number          text,
  status          text not null check (status in ('DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'VOID')),
  version         integer not null,
  -- What it is for
  subject_type    text not null check (subject_type in ('BOOKING', 'MILESTONE', 'DEPOSIT', 'CANCELLATION_FEE')),
  subject_id      text not null,
  subject_label   text not null,
  booking_id      text references bookings,
  offer_id        text references offers,
  contract_id     text,
  -- Content
  title           text not null,
  customer_name   text not null,
  note            text not null default '',
  currency        char(3) not null,
  lines           jsonb not null,
  totals          jsonb not null,
  total           bigint not null check (total >= 0),
  deposits        jsonb not null default '[]',
  deposited       bigint not null default 0,
  due_in_days     integer not null,
  issued_at       timestamptz,
  due_at          timestamptz,
  -- Payment
  paid            bigint not null default 0 check (paid >= 0),
  waiting         bigint not null default 0 check (waiting >= 0),
  refunded        bigint not null default 0 check (refunded >= 0),
  credited        bigint not null default 0,
  on_hold         boolean not null default false,
  reminders_sent  integer not null default 0,
  reminded_at     timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  check ((number is null) = (issued_at is null)),
  check (deposited + paid + waiting + refunded <= total),
  check (credited >= 0 and credited <= total),
  unique (provider_id, number)
);
comment on table invoices is
  'What customers are asked to pay. Triggers refuse changes of the content and deletion once it is issued.';
comment on column invoices.subject_label is 'Reference of the booking, offer or contract, as people know it.';
comment on column invoices.deposits is 'Deposit invoices deducted from this one; `deposited` is their sum.';
comment on column invoices.paid is 'Sum of the confirmed payments.';
comment on column invoices.waiting is 'Sum of the payments the customer has not confirmed yet.';
comment on column invoices.refunded is 'Sum of the refunded payments.';
comment on column invoices.credited is 'Sum of the partial credit notes.';
comment on column invoices.on_hold is 'The customer disputes it: no reminders until that is settled.';
-- A subject has at most one invoice that is not void.
create unique index invoices_of_subject on invoices (subject_type, subject_id) where status <> 'VOID';
create index invoices_newest on invoices (provider_id, created_at desc, id desc);
create index invoices_by_status on invoices (provider_id, status, created_at desc, id desc) include (due_at);
create index invoices_of_booking on invoices (booking_id) where booking_id is not null;
create index invoices_of_offer on invoices (offer_id) where offer_id is not null;
create index invoices_of_contract on invoices (contract_id) where contract_id is not null;
create index invoices_of_customer on invoices (customer_id, created_at desc, id desc);

create function issued_invoices_immutable() returns trigger language plpgsql as $$
begin
  if old.number is not null and
     (old.id, old.provider_id, old.customer_id, old.subject_type, old.subject_id, old.subject_label, old.number, old.title,
      old.customer_name, old.currency, old.lines, old.totals, old.note, old.total, old.deposits, old.deposited, old.issued_at,
      old.due_at)
     is distinct from
     (new.id, new.provider_id, new.customer_id, new.subject_type, new.subject_id, new.subject_label, new.number, new.title,
      new.customer_name, new.currency, new.lines, new.totals, new.note, new.total, new.deposits, new.deposited, new.issued_at,
      new.due_at)
  then
    raise exception 'issued invoices are never changed';
  end if;
  return new;
end $$;
create trigger issued_invoices_immutable before update on invoices
  for each row execute function issued_invoices_immutable();

create function issued_invoices_undeletable() returns trigger language plpgsql as $$
begin
  raise exception 'invoices are never deleted once they are issued';
end $$;
create trigger issued_invoices_undeletable before delete on invoices
  for each row when (old.number is not null) execute function issued_invoices_undeletable();

create table credit_notes (
  id           text primary key,
  invoice_id   text not null references invoices,
  provider_id  text not null references accounts,
  number       text not null,
  is_partial   boolean not null default false,
  amount       bigint not null,
  currency     char(3) not null,
  reason       text not null,
  issued_at    timestamptz not null,
  unique (provider_id, number)
);
comment on table credit_notes is 'Take back an issued invoice or a part of it. A trigger refuses changes and deletion.';
-- An invoice is taken back as a whole at most once.
create unique index credit_notes_whole on credit_notes (invoice_id) where not is_partial;
create index credit_notes_of_invoice on credit_notes (invoice_id);
create trigger credit_notes_immutable before update or delete on credit_notes
  for each row execute function issued_invoices_undeletable();

create table payments (
  id                  text primary key,
  invoice_id          text not null references invoices,
  provider_id         text not null references accounts,
  customer_id         text not null references customers,
  request_key         bytea unique,
  status              text not null check (status in ('PENDING_CONFIRMATION', 'CONFIRMED', 'REJECTED', 'REFUNDED')),
  version             integer not null,
  amount              bigint not null check (amount > 0),
  tip                 bigint not null default 0 check (tip >= 0),
  currency            char(3) not null,
  method              text not null,
  custody             text not null check (custody in ('PLATFORM', 'PROVIDER')),
  external_reference  text,
  proof_file_id       text,
  note                text,
  dispute_id          text,
  paid_at             timestamptz not null,
  recorded_at         timestamptz not null,
  confirm_by          timestamptz,
  decided_at          timestamptz
);
comment on table payments is 'Money customers paid, as it was reported.';
comment on column payments.request_key is 'Hash of the call that recorded it, so that it is recorded once.';
comment on column payments.note is 'What the customer or the operator wrote with the decision.';
comment on column payments.dispute_id is 'The dispute about the payment, open or settled; null once it is withdrawn.';
comment on column payments.confirm_by is 'Until when the customer may reject it; after that it counts as confirmed.';
create index payments_of_invoice on payments (invoice_id, recorded_at, id);
create index payments_of_provider on payments (provider_id, recorded_at desc, id desc);

-- Search

create table invoice_search (
  invoice_id   text primary key references invoices on delete cascade,
  provider_id  text not null,
  text         text not null
);
comment on table invoice_search is
  'Searchable text of each invoice, maintained by triggers. It contains the customer''s name as on the invoice.';
-- Without a pending list, which every search would have to scan.
create index invoice_search_grams on invoice_search using gin (search_grams(provider_id, text)) with (fastupdate = off);

create function sync_invoice_search() returns trigger language plpgsql as $$
begin
  insert into invoice_search (invoice_id, provider_id, text)
  values (new.id, new.provider_id,
    normalize_text(concat_ws(E'\n', new.number, new.subject_label, new.title, new.customer_name)))
  on conflict (invoice_id) do update set text = excluded.text;
  return null;
end $$;
create trigger sync_invoice_search after insert on invoices
  for each row execute function sync_invoice_search();
create trigger sync_changed_invoice_search after update on invoices
  for each row when ((old.number, old.subject_label, old.title, old.customer_name)
    is distinct from (new.number, new.subject_label, new.title, new.customer_name))
  execute function sync_invoice_search();
