-- What a provider and a customer do not agree on (domain §8).
create table disputes (
  id                text primary key,
  provider_id       text not null references accounts on delete cascade,
  customer_id       text not null references customers,
  subject_type      text not null check (subject_type in ('BOOKING', 'CONTRACT', 'MILESTONE', 'CANCELLATION', 'PAYMENT', 'REVIEW')),
  subject_id        text not null,
  subject_label     text not null,
  subject_title     text not null,
  -- The state its subject was in before.
  subject_status    text not null,
  booking_id        text references bookings,
  contract_id       text,
  invoice_id        text,
  opened_by         text not null check (opened_by in ('PROVIDER', 'CUSTOMER')),
  reason_code       text not null,
  statement         text not null,
  desired_outcome   text,
  -- Null where no money is in dispute.
  currency          char(3),
  total             bigint,
  amount            bigint check (amount between 0 and total),
  -- The part that was entered in the ledger ahead of its confirmation, since the rest of it is not disputed.
  advanced          bigint not null default 0,
  response          text,
  responded_at      timestamptz,
  status            text not null check (status in ('OPEN', 'NEGOTIATION', 'UNDER_REVIEW', 'RESOLVED', 'WITHDRAWN')),
  respond_by        timestamptz not null,
  negotiate_by      timestamptz,
  decide_by         timestamptz,
  review_reason     text check (review_reason in ('NO_ANSWER', 'NO_AGREEMENT', 'APPEAL')),
  outcome           jsonb,
  -- What was appealed, with what had been decided.
  appeal            jsonb,
  appeal_until      timestamptz,
  -- When what was settled took effect; until then its subject waits.
  effective_at      timestamptz,
  -- Where a contract ends by it: what of its open milestones is done.
  settlement        jsonb,
  assignee          text,
  pack              jsonb,
  proposals         jsonb not null default '[]',
  last_action       text,
  last_action_by    text,
  rung              text[] not null default '{}',
  version           integer not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
-- One open dispute about one thing, however many open one at the same moment.
create unique index disputes_open on disputes (subject_type, subject_id)
  where status <> 'WITHDRAWN' and effective_at is null;
create index disputes_newest on disputes (provider_id, created_at desc, id desc);
create index disputes_of_customer on disputes (customer_id, created_at desc, id desc);
create index disputes_of_subject on disputes (subject_id, created_at desc);
create index disputes_waiting on disputes (provider_id, status) where status in ('OPEN', 'NEGOTIATION', 'UNDER_REVIEW');

create table dispute_evidence (
  id         text primary key,
  dispute_id text not null references disputes on delete cascade,
  side       text not null check (side in ('PROVIDER', 'CUSTOMER')),
  file_id    text not null,
  note       text,
  at         timestamptz not null
);
create index dispute_evidence_of on dispute_evidence (dispute_id, at, id);

-- What a booking and a milestone wait for.
alter table contracts add column dispute_id text;
alter table contract_milestones add column dispute_id text;

-- What was taken off an invoice after it was issued, each time by a credit note of that part; the invoice stays as it is.
alter table invoices add column credited bigint not null default 0 check (credited >= 0 and credited <= total);
alter table credit_notes drop constraint credit_notes_invoice_id_key;
alter table credit_notes add column is_partial boolean not null default false;
create unique index credit_notes_whole on credit_notes (invoice_id) where not is_partial;
create index credit_notes_of_invoice on credit_notes (invoice_id);
