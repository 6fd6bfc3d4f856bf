-- Disagreements between provider and customer.

create table disputes (
  id               text primary key,
  provider_id      text not null references accounts on delete cascade,
  customer_id      text not null references customers,
  -- What it is about
  subject_type     text not null check (subject_type in ('BOOKING', 'CONTRACT', 'MILESTONE', 'CANCELLATION', 'PAYMENT', 'REVIEW')),
  subject_id       text not null,
  subject_label    text not null,
  subject_title    text not null,
  subject_status   text not null,
  booking_id       text references bookings,
  contract_id      text,
  invoice_id       text,
  currency         char(3),
  total            bigint,
  amount           bigint check (amount between 0 and total),
  advanced_amount  bigint not null default 0,
  -- State
  status           text not null check (status in ('OPEN', 'NEGOTIATION', 'UNDER_REVIEW', 'RESOLVED', 'WITHDRAWN')),
  last_action      text,
  last_action_by   text,
  fired_timers     text[] not null default '{}',
  version          integer not null,
  -- Statements and negotiation
  opened_by        text not null check (opened_by in ('PROVIDER', 'CUSTOMER')),
  reason_code      text not null,
  statement        text not null,
  desired_outcome  text,
  respond_by       timestamptz not null,
  response         text,
  responded_at     timestamptz,
  negotiate_by     timestamptz,
  proposals        jsonb not null default '[]',
  -- Review and decision
  review_reason    text check (review_reason in ('NO_ANSWER', 'NO_AGREEMENT', 'APPEAL')),
  decide_by        timestamptz,
  assignee         text,
  evidence_pack    jsonb,
  outcome          jsonb,
  settlement       jsonb,
  appeal           jsonb,
  appeal_until     timestamptz,
  effective_at     timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
comment on table disputes is 'Disputes about a booking, contract, milestone, cancellation, payment or review.';
comment on column disputes.subject_status is 'The status of the subject before the dispute.';
comment on column disputes.currency is 'Null where no money is disputed, as are `total` and `amount`.';
comment on column disputes.amount is 'The disputed part of the total.';
comment on column disputes.advanced_amount is 'The undisputed part that was added to the ledger before its confirmation.';
comment on column disputes.fired_timers is 'Timers that fired, as `kind@due`. Each fires once.';
comment on column disputes.evidence_pack is 'The evidence bundle, collected when the dispute is opened.';
comment on column disputes.settlement is 'Where a contract ends by it: what of its open milestones is done.';
comment on column disputes.appeal is 'What was appealed, with the decision before.';
comment on column disputes.effective_at is 'When the outcome took effect. Until then the subject waits.';
-- A subject has at most one open dispute.
create unique index disputes_open on disputes (subject_type, subject_id)
  where status <> 'WITHDRAWN' and effective_at is null;
create index disputes_newest on disputes (provider_id, created_at desc, id desc);
create index disputes_waiting on disputes (provider_id, status) where status in ('OPEN', 'NEGOTIATION', 'UNDER_REVIEW');
create index disputes_of_customer on disputes (customer_id, created_at desc, id desc);
create index disputes_of_subject on disputes (subject_id, created_at desc);
create index disputes_of_booking on disputes (booking_id) where booking_id is not null;
create index disputes_of_contract on disputes (contract_id) where contract_id is not null;

create table dispute_evidence (
  id          text primary key,
  dispute_id  text not null references disputes on delete cascade,
  side        text not null check (side in ('PROVIDER', 'CUSTOMER')),
  file_id     text not null,
  note        text,
  at          timestamptz not null
);
comment on table dispute_evidence is 'Files a side adds to prove its claim.';
create index dispute_evidence_of on dispute_evidence (dispute_id, at, id);
