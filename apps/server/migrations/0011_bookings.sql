-- Bookings and everything that belongs to one, and which customers a provider knows.

create sequence reference_bk;

create table bookings (
  id                      text primary key,
  reference               text not null unique,
  provider_id             text not null references accounts,
  customer_id             text not null references customers,
  -- Where it comes from
  source                  text not null default 'REQUEST',
  created_by              text not null default 'CUSTOMER' check (created_by in ('PROVIDER', 'CUSTOMER')),
  request_key             bytea,
  offer_id                text,
  contract_id             text,
  milestone_id            text,
  series_id               text,
  occurrence_index        integer,
  -- State
  status                  text not null,
  awaiting_party          text check (awaiting_party in ('PROVIDER', 'CUSTOMER')),
  last_action             text,
  last_action_by          text,
  fired_timers            text[] not null default '{}',
  dispute_id              text,
  version                 integer not null,
  -- What is to be done
  title                   text not null,
  description             text not null,
  service_category        text,
  location                jsonb not null,
  tags                    text[] not null default '{}',
  -- When
  scheduling_mode         text not null default 'FIXED',
  start_at                timestamptz not null,
  end_at                  timestamptz not null,
  time_zone               text not null,
  arrival_window_minutes  integer not null default 0,
  overlap_reason          text,
  suggested_slots         jsonb not null default '[]',
  earlier_starts          jsonb not null default '[]',
  reschedule_count        integer not null default 0,
  late_count              integer not null default 0,
  -- Price and terms
  price_model             text not null,
  price_amount            bigint,
  price_currency          char(3),
  estimated_minutes       integer,
  minimum_minutes         integer,
  adjustments_total       bigint not null default 0,
  final_amount            bigint,
  policy                  jsonb not null
    default '{"name":"STANDARD","graceMinutes":15,"tiers":[{"belowHours":2,"feeBps":5000},{"belowHours":24,"feeBps":2500}],"noShowBps":5000}',
  -- Answer
  respond_by              timestamptz,
  confirmed_at            timestamptz,
  decline_reason          text,
  decline_note            text,
  -- Work
  start_code              text,
  en_route_at             timestamptz,
  eta_at                  timestamptz,
  arrived_at              timestamptz,
  started_at              timestamptz,
  pause_reason            text,
  resume_on               timestamptz,
  completion              jsonb,
  completed_at            timestamptz,
  fix_count               integer not null default 0,
  auto_confirm_at         timestamptz,
  customer_confirmed_at   timestamptz,
  -- Cancellation and no-show
  cancellation            jsonb,
  no_show                 jsonb,
  attributed_to           text check (attributed_to in ('PROVIDER', 'CUSTOMER', 'NEUTRAL')),
  counts_from             timestamptz,
  created_at              timestamptz not null,
  updated_at              timestamptz not null,
  check (start_at < end_at),
  -- Two jobs of one provider never overlap unless the provider gave a reason. Half-open: one may end as the next begins.
  -- Checked at the commit, because several bookings may exchange their times within one transaction.
  constraint bookings_never_overlap
    exclude using gist (provider_id with =, tstzrange(start_at, end_at) with &&)
    where (status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS') and overlap_reason is null
           and scheduling_mode <> 'UNSCHEDULED')
    deferrable initially deferred
);
comment on table bookings is 'Jobs of a provider for a customer, from the request to confirmed work.';
comment on column bookings.request_key is
  'Hash of the call that created it: the same call after a crash finds the booking.';
comment on column bookings.occurrence_index is 'Position of the visit in its series.';
comment on column bookings.last_action is 'With `last_action_by`: the last action. The same action again is answered, not refused.';
comment on column bookings.fired_timers is 'Timers that fired, as `kind@due`. Each fires once.';
comment on column bookings.scheduling_mode is 'An UNSCHEDULED booking starts at 9999-01-01 (decision 021).';
comment on column bookings.overlap_reason is 'Why the provider allows an overlap with another job.';
comment on column bookings.earlier_starts is
  'Starts agreed on recently, as [{ "startAt", "until" }]. Notice is measured from the earliest one that still counts.';
comment on column bookings.price_amount is 'The price, or the rate of hourly work.';
comment on column bookings.estimated_minutes is 'Of hourly work, as are `minimum_minutes` and `final_amount`.';
comment on column bookings.adjustments_total is 'Sum of the approved price adjustments.';
comment on column bookings.policy is 'Cancellation terms as they were at the confirmation.';
comment on column bookings.attributed_to is 'Who caused a cancellation or no-show.';
comment on column bookings.counts_from is
  'When the cancellation or no-show starts to count in statistics; null while it is contested.';
create unique index bookings_request_key on bookings (request_key) where request_key is not null;
create index bookings_by_start on bookings (provider_id, start_at desc, id desc);
create index bookings_by_status on bookings (provider_id, status, start_at desc, id desc);
create index bookings_by_customer on bookings (customer_id, provider_id);
create index bookings_provider_created on bookings (provider_id, created_at desc, id desc);
create index bookings_customer_created on bookings (customer_id, created_at desc, id desc);
create index bookings_created on bookings (created_at desc, id desc);
-- KPIs of the dashboard, each by the time it counts by.
create index bookings_completed on bookings (provider_id, completed_at desc, id desc) where status = 'COMPLETED';
create index bookings_confirmed on bookings (provider_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index bookings_arrived on bookings (provider_id, arrived_at desc, id desc) where arrived_at is not null;
create index bookings_attributed on bookings (provider_id, counts_from) where attributed_to = 'PROVIDER';

create table provider_schedules (
  provider_id  text primary key references accounts on delete cascade,
  counts       jsonb not null default '{}'
);
comment on table provider_schedules is
  'One row per provider, locked by every transaction that changes the provider''s schedule (decision 020).';
comment on column provider_schedules.counts is 'Number of bookings in each status, as { "REQUESTED": 3 }.';

create table provider_customers (
  provider_id      text not null references accounts on delete cascade,
  customer_id      text not null references customers,
  since            timestamptz not null,
  last_booking_id  text not null references bookings,
  last_booked_at   timestamptz not null,
  primary key (provider_id, customer_id)
);
comment on table provider_customers is 'Customers a provider has had a booking with, and the latest one.';
create index provider_customers_latest on provider_customers (provider_id, last_booked_at desc, customer_id desc);

create table booking_contact_attempts (
  id          text primary key,
  booking_id  text not null references bookings on delete cascade,
  method      text not null check (method in ('CALL', 'SMS', 'MESSAGE', 'DOORBELL')),
  at          timestamptz not null
);
comment on table booking_contact_attempts is 'How the provider tried to reach a customer who was not there.';
create index booking_contact_attempts_booking on booking_contact_attempts (booking_id, at, id);

create table reschedule_proposals (
  id           text primary key,
  booking_id   text not null references bookings on delete cascade,
  provider_id  text not null references accounts,
  status       text not null check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED')),
  proposed_by  text not null check (proposed_by in ('PROVIDER', 'CUSTOMER')),
  slots        jsonb not null,
  slot_index   integer,
  reason_code  text not null,
  note         text,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  decided_at   timestamptz
);
comment on table reschedule_proposals is 'Other times proposed for a booking. A pending proposal holds its slots.';
comment on column reschedule_proposals.slot_index is 'Which of the slots was accepted.';
create index reschedule_proposals_booking on reschedule_proposals (booking_id, created_at, id);
-- At most one waits for an answer.
create unique index reschedule_proposals_pending on reschedule_proposals (booking_id) where status = 'PENDING';
create index reschedule_proposals_held on reschedule_proposals (provider_id) where status = 'PENDING';

create table booking_fees (
  booking_id   text primary key references bookings on delete cascade,
  provider_id  text not null references accounts,
  customer_id  text not null references customers,
  kind         text not null check (kind in ('CANCELLATION', 'NO_SHOW')),
  amount       bigint not null check (amount > 0),
  currency     char(3) not null,
  payer        text not null check (payer in ('PROVIDER', 'CUSTOMER')),
  rule         text not null,
  status       text not null check (status in ('DUE', 'ON_HOLD', 'WAIVED')),
  at           timestamptz not null
);
comment on table booking_fees is 'What is owed for a cancellation or no-show. Earnings are booked from it.';
comment on column booking_fees.status is 'ON_HOLD while the other side contests it.';
create index booking_fees_provider on booking_fees (provider_id, at);

create table booking_photos (
  id          text primary key,
  booking_id  text not null references bookings on delete cascade,
  file_id     text not null unique references files on delete cascade,
  kind        text not null check (kind in ('BEFORE', 'DURING', 'AFTER', 'ISSUE', 'RECEIPT')),
  caption     text,
  added_at    timestamptz not null,
  added_by    text not null check (added_by in ('PROVIDER', 'CUSTOMER')),
  adder_name  text not null
);
comment on table booking_photos is 'Photos of a job.';
create index booking_photos_booking on booking_photos (booking_id, added_at, id);

create table booking_checklist (
  id          text primary key,
  booking_id  text not null references bookings on delete cascade,
  position    integer not null,
  label       text not null,
  type        text not null check (type in ('CHECK', 'PASS_FAIL', 'NUMBER', 'TEXT', 'PHOTO')),
  required    boolean not null,
  value       jsonb,
  done_at     timestamptz,
  note        text,
  photo_id    text references booking_photos on delete set null,
  unique (booking_id, position)
);
comment on table booking_checklist is 'Items to tick off or measure during a job.';
comment on column booking_checklist.position is 'Order of the list.';
comment on column booking_checklist.value is 'The answer: a text, a number or a boolean.';

create table checklist_templates (
  id                text primary key,
  provider_id       text not null references accounts on delete cascade,
  name              text not null,
  service_category  text,
  items             jsonb not null,
  version           integer not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
comment on table checklist_templates is 'Checklists a provider saved for new bookings.';
create index checklist_templates_provider on checklist_templates (provider_id, name, id);

create table work_segments (
  id             text primary key,
  booking_id     text not null references bookings on delete cascade,
  kind           text not null check (kind in ('TRAVEL', 'WORK', 'BREAK')),
  started_at     timestamptz not null,
  ended_at       timestamptz,
  edited_reason  text,
  check (ended_at is null or started_at <= ended_at)
);
comment on table work_segments is 'The work log of a job.';
comment on column work_segments.ended_at is 'Null while the timer runs.';
create index work_segments_booking on work_segments (booking_id, started_at, id);
-- At most one timer runs.
create unique index work_segments_running on work_segments (booking_id) where ended_at is null;

create table price_adjustments (
  id                       text primary key,
  booking_id               text not null references bookings on delete cascade,
  status                   text not null check (status in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  lines                    jsonb not null,
  total                    bigint not null,
  currency                 char(3) not null,
  reason                   text not null,
  photo_ids                text[] not null,
  schedule_impact_minutes  integer not null,
  created_at               timestamptz not null,
  expires_at               timestamptz not null,
  decided_at               timestamptz,
  answer_note              text
);
comment on table price_adjustments is 'Extra work or a discount during a job, to be approved by the customer.';
comment on column price_adjustments.lines is 'Each with description, quantity, unit price and amount.';
create index price_adjustments_booking on price_adjustments (booking_id, created_at, id);
-- At most one waits for the customer.
create unique index price_adjustments_pending on price_adjustments (booking_id) where status = 'PENDING';

create table booking_notes (
  id          text primary key,
  booking_id  text not null references bookings on delete cascade,
  text        text not null,
  at          timestamptz not null
);
comment on table booking_notes is 'A provider''s private notes.';
create index booking_notes_booking on booking_notes (booking_id, at, id);

-- Search

create table booking_search (
  booking_id   text primary key references bookings on delete cascade,
  provider_id  text not null,
  text         text not null
);
comment on table booking_search is 'Searchable text of each booking, maintained by triggers.';
-- Without a pending list, which every search would have to scan.
create index booking_search_grams on booking_search using gin (search_grams(provider_id, text)) with (fastupdate = off);

create function sync_booking_search() returns trigger language plpgsql as $$
begin
  insert into booking_search (booking_id, provider_id, text)
  select new.id, new.provider_id, normalize_text(concat_ws(E'\n', new.reference, new.title, c.name))
  -- Waits for a transaction that renames the customer.
  from customers c where c.id = new.customer_id for share
  on conflict (booking_id) do update set text = excluded.text;
  return null;
end $$;
create trigger sync_booking_search after insert on bookings
  for each row execute function sync_booking_search();
create trigger sync_changed_booking_search after update on bookings
  for each row when ((old.title, old.customer_id) is distinct from (new.title, new.customer_id))
  execute function sync_booking_search();
