-- When a provider works and how they can be booked.

create table availability (
  provider_id            text primary key references accounts on delete cascade,
  time_zone              text not null,
  weekly                 jsonb not null,
  overrides              jsonb not null,
  buffer_before_minutes  integer not null,
  buffer_after_minutes   integer not null,
  min_notice_minutes     integer not null,
  max_horizon_days       integer not null,
  max_bookings_per_day   integer,
  slot_interval_minutes  integer not null,
  service_radius_km      integer,
  base                   jsonb,
  booking_mode           text not null check (booking_mode in ('INSTANT', 'REQUEST', 'OFF')),
  hold_requests          boolean not null,
  paused_until           timestamptz,
  pause_message          text,
  version                integer not null,
  updated_at             timestamptz not null
);
comment on table availability is 'Working hours and booking rules. A provider without a row has the defaults.';
comment on column availability.weekly is 'As [{ "day": "MON", "intervals": [{ "from": "08:00", "to": "13:00" }] }].';
comment on column availability.overrides is 'As [{ "date": "2026-12-24", "intervals": […] or "closed": true, "note": … }].';
comment on column availability.base is 'Address from which the service radius is measured.';
comment on column availability.hold_requests is 'Whether an unanswered booking request holds its slot.';

create table time_off (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  reason       text,
  created_at   timestamptz not null,
  check (start_at < end_at)
);
comment on table time_off is 'Periods in which a provider takes no jobs.';
create index time_off_by_end on time_off (provider_id, end_at);

create table slot_holds (
  provider_id     text not null references accounts on delete cascade,
  kind            text not null check (kind in ('PROPOSAL', 'OFFER')),
  subject_id      text not null,
  booking_id      text,
  reference       text not null,
  title           text not null,
  time_zone       text not null,
  start_at        timestamptz not null,
  end_at          timestamptz not null,
  expires_at      timestamptz not null,
  overlap_reason  text,
  check (start_at < end_at)
);
comment on table slot_holds is 'Slots kept free until a reschedule proposal or an offer is answered or expires.';
comment on column slot_holds.subject_id is 'The proposal or offer that holds the slot.';
comment on column slot_holds.booking_id is 'The booking the slot is for, which the hold never blocks.';
comment on column slot_holds.overlap_reason is 'Why the provider allows an overlap; applies to the accepted slot too.';
create index slot_holds_by_end on slot_holds (provider_id, end_at);
create index slot_holds_by_subject on slot_holds (subject_id);
