-- The rest of a booking's life: how it came about, how it was agreed on, what happened on the day and how it ended.
alter table bookings
  add column source text not null default 'REQUEST',
  add column created_by text not null default 'CUSTOMER' check (created_by in ('PROVIDER', 'CUSTOMER')),
  add column scheduling_mode text not null default 'FIXED',
  add column arrival_window_minutes integer not null default 0,
  -- Of hourly work, where price_amount is the rate: what was estimated, what is paid at least and what it came to.
  add column estimated_minutes integer,
  add column minimum_minutes integer,
  add column final_amount bigint,
  -- The terms as they were at the confirmation.
  add column policy jsonb not null
    default '{"name":"STANDARD","graceMinutes":15,"tiers":[{"belowHours":2,"feeBps":5000},{"belowHours":24,"feeBps":2500}],"noShowBps":5000}',
  -- Starts that were agreed on lately: `[{ "startAt", "until" }]`. Notice is measured from the earliest that still counts.
  add column earlier_starts jsonb not null default '[]',
  add column reschedule_count integer not null default 0,
  add column late_count integer not null default 0,
  add column fix_count integer not null default 0,
  add column start_code text,
  add column en_route_at timestamptz,
  add column eta_at timestamptz,
  add column arrived_at timestamptz,
  add column started_at timestamptz,
  add column completed_at timestamptz,
  add column customer_confirmed_at timestamptz,
  add column auto_confirm_at timestamptz,
  add column pause_reason text,
  add column resume_on timestamptz,
  add column completion jsonb,
  add column suggested_slots jsonb not null default '[]',
  add column cancellation jsonb,
  add column no_show jsonb,
  -- Whose doing a cancellation or no-show is, and from when it counts: null while it is contested, so for nobody.
  add column attributed_to text check (attributed_to in ('PROVIDER', 'CUSTOMER', 'NEUTRAL')),
  add column counts_from timestamptz,
  -- The last move and who made it: the same once more is answered, not refused.
  add column last_action text,
  add column last_action_by text,
  -- Timers that rang already, `kind@due`: each rings once.
  add column rung text[] not null default '{}',
  add column offer_id text,
  add column contract_id text,
  add column milestone_id text,
  add column series_id text,
  add column occurrence_index integer,
  add column dispute_id text;

update bookings set last_action = case status when 'CONFIRMED' then 'accept' when 'DECLINED' then 'decline'
    when 'CANCELLED' then 'withdraw' when 'EXPIRED' then 'expire' end,
  last_action_by = case status when 'CANCELLED' then 'CUSTOMER' when 'EXPIRED' then 'SYSTEM' else 'PROVIDER' end
  where status <> 'REQUESTED';

create index bookings_customer_created on bookings (customer_id, created_at desc, id desc);
create index bookings_created on bookings (created_at desc, id desc);

create table booking_contact_attempts (
  id          text primary key,
  booking_id  text not null references bookings on delete cascade,
  method      text not null check (method in ('CALL', 'SMS', 'MESSAGE', 'DOORBELL')),
  at          timestamptz not null
);
create index booking_contact_attempts_booking on booking_contact_attempts (booking_id, at, id);

-- Other times for a booking. A pending one holds its slots in the provider's diary.
create table reschedule_proposals (
  id           text primary key,
  booking_id   text not null references bookings on delete cascade,
  provider_id  text not null references accounts,
  status       text not null check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED')),
  proposed_by  text not null check (proposed_by in ('PROVIDER', 'CUSTOMER')),
  slots        jsonb not null,
  reason_code  text not null,
  note         text,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  decided_at   timestamptz,
  slot_index   integer
);
create index reschedule_proposals_booking on reschedule_proposals (booking_id, created_at, id);
-- One at a time waits for an answer, whatever the code above believes.
create unique index reschedule_proposals_pending on reschedule_proposals (booking_id) where status = 'PENDING';
create index reschedule_proposals_held on reschedule_proposals (provider_id) where status = 'PENDING';

-- What is owed for a cancellation or a no-show, once: earnings take it from here.
create table booking_fees (
  booking_id   text primary key references bookings on delete cascade,
  provider_id  text not null references accounts,
  customer_id  text not null references customers,
  kind         text not null check (kind in ('CANCELLATION', 'NO_SHOW')),
  amount       bigint not null check (amount > 0),
  currency     char(3) not null,
  payer        text not null check (payer in ('PROVIDER', 'CUSTOMER')),
  rule         text not null,
  -- DUE, or ON_HOLD while the other side contests it.
  status       text not null check (status in ('DUE', 'ON_HOLD', 'WAIVED')),
  at           timestamptz not null
);
create index booking_fees_provider on booking_fees (provider_id, at);
