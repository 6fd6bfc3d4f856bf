-- What a provider charges a customer (domain §9).

-- The last number given out, per provider and year: taken in the transaction that issues, so a number that was taken
-- back with it is given to the next.
create table invoice_numbers (
  provider_id text not null references accounts on delete cascade,
  kind        text not null check (kind in ('INV', 'CN')),
  year        integer not null,
  last        integer not null,
  primary key (provider_id, kind, year)
);

create table invoices (
  id             text primary key,
  provider_id    text not null references accounts,
  customer_id    text not null references customers,
  subject_type   text not null check (subject_type in ('BOOKING', 'MILESTONE', 'DEPOSIT', 'CANCELLATION_FEE')),
  subject_id     text not null,
  -- What people call the subject: the reference of its booking, offer or contract.
  subject_label  text not null,
  booking_id     text references bookings,
  offer_id       text references offers,
  contract_id    text,
  number         text,
  title          text not null,
  customer_name  text not null,
  currency       char(3) not null,
  lines          jsonb not null,
  totals         jsonb not null,
  note           text not null default '',
  total          bigint not null check (total >= 0),
  -- Deposit invoices this one takes off, and what they come to.
  deposits       jsonb not null default '[]',
  deposited      bigint not null default 0,
  due_in_days    integer not null,
  issued_at      timestamptz,
  due_at         timestamptz,
  status         text not null check (status in ('DRAFT', 'ISSUED', 'PARTIALLY_PAID', 'PAID', 'VOID')),
  -- The customer says it is not owed: nobody is reminded until that is settled.
  on_hold        boolean not null default false,
  -- Of the payments: confirmed, waiting for the customer's word, and given back.
  paid           bigint not null default 0 check (paid >= 0),
  waiting        bigint not null default 0 check (waiting >= 0),
  refunded       bigint not null default 0 check (refunded >= 0),
  reminders_sent integer not null default 0,
  reminded_at    timestamptz,
  version        integer not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  check ((number is null) = (issued_at is null)),
  -- However many pay at the same moment.
  check (deposited + paid + waiting + refunded <= total),
  unique (provider_id, number)
);
-- One thing is charged once at a time.
create unique index invoices_of_subject on invoices (subject_type, subject_id) where status <> 'VOID';
create index invoices_newest on invoices (provider_id, created_at desc, id desc);
create index invoices_by_status on invoices (provider_id, status, created_at desc, id desc) include (due_at);
create index invoices_of_booking on invoices (booking_id) where booking_id is not null;
create index invoices_of_offer on invoices (offer_id) where offer_id is not null;
create index invoices_of_contract on invoices (contract_id) where contract_id is not null;
create index invoices_of_customer on invoices (customer_id, created_at desc, id desc);

-- What a customer was sent stays as it was sent: only how far it is paid goes on.
create function issued_invoice_is_fixed() returns trigger language plpgsql as $$
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
create trigger invoices_fixed_once_issued before update on invoices
  for each row execute function issued_invoice_is_fixed();

create function issued_invoice_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'invoices are never deleted once they are issued';
end $$;
create trigger invoices_kept_once_issued before delete on invoices
  for each row when (old.number is not null) execute function issued_invoice_is_kept();

-- What takes an issued invoice back.
create table credit_notes (
  id          text primary key,
  invoice_id  text not null unique references invoices,
  provider_id text not null references accounts,
  number      text not null,
  amount      bigint not null,
  currency    char(3) not null,
  reason      text not null,
  issued_at   timestamptz not null,
  unique (provider_id, number)
);
create trigger credit_notes_fixed before update or delete on credit_notes
  for each row execute function issued_invoice_is_kept();
