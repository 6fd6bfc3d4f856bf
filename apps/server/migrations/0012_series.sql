-- Visits that repeat by a rule.

create table booking_series (
  id                text primary key,
  provider_id       text not null references accounts,
  customer_id       text not null references customers,
  request_key       bytea,
  status            text not null check (status in ('PENDING', 'ACTIVE', 'ENDED', 'CANCELLED')),
  created_by        text not null check (created_by in ('PROVIDER', 'CUSTOMER')),
  head_booking_id   text unique references bookings,
  title             text not null,
  description       text not null,
  service_category  text,
  location          jsonb not null,
  price             jsonb not null,
  rule              jsonb not null,
  starts_on         date not null,
  local_start       text not null,
  duration_minutes  integer not null,
  time_zone         text not null,
  conflict_policy   text not null check (conflict_policy in ('FAIL', 'SKIP', 'MOVE_TO_SUGGESTION')),
  respond_by        timestamptz,
  version           integer not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
comment on table booking_series is 'One agreement on many visits.';
comment on column booking_series.request_key is
  'Hash of the call that created it: the same call after a crash finds the series.';
comment on column booking_series.head_booking_id is
  'The booking request for the first visit. Its answer applies to the whole series.';
comment on column booking_series.rule is 'As { "freq": "WEEKLY", "interval": 1, "byDay": ["MON"], "count": 10 }.';
create unique index booking_series_request_key on booking_series (request_key) where request_key is not null;
create index booking_series_by_provider on booking_series (provider_id, created_at desc, id desc);

create table series_occurrences (
  series_id    text not null references booking_series on delete cascade,
  position     integer not null,
  provider_id  text not null,
  on_date      date not null,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  state        text not null check (state in ('PLANNED', 'BOOKED', 'SKIPPED', 'CANCELLED')),
  detached     boolean not null default false,
  booking_id   text unique references bookings,
  title        text,
  description  text,
  primary key (series_id, position),
  check (start_at < end_at)
);
comment on table series_occurrences is 'The visits of a series. A visit becomes a booking once it is near enough.';
comment on column series_occurrences.position is 'Position of the visit in its series.';
comment on column series_occurrences.on_date is 'The date the rule names, before the visit was moved.';
comment on column series_occurrences.detached is 'Changed by itself or begun: changes of the series do not apply to it.';
comment on column series_occurrences.title is 'Null where it is the title of the series; the same for the description.';
create index series_occurrences_planned on series_occurrences (provider_id, end_at) where state = 'PLANNED';
create index series_occurrences_due on series_occurrences (start_at) where state = 'PLANNED';
