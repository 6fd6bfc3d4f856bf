-- One agreement on many visits: what repeats, when, and for whom.
create table booking_series (
  id                text primary key,
  provider_id       text not null references accounts,
  customer_id       text not null references customers,
  -- Hash of the call that asked for it: the same call, repeated after a crash, finds the series it made.
  request_key       bytea,
  status            text not null check (status in ('PENDING', 'ACTIVE', 'ENDED', 'CANCELLED')),
  created_by        text not null check (created_by in ('PROVIDER', 'CUSTOMER')),
  title             text not null,
  description       text not null,
  service_category  text,
  location          jsonb not null,
  price             jsonb not null,
  -- { "freq": "WEEKLY", "interval": 1, "byDay": ["MON"], "count": 10 }
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
create unique index booking_series_request_key on booking_series (request_key) where request_key is not null;
create index booking_series_by_provider on booking_series (provider_id, created_at desc, id desc);

-- Every visit of a series, with the booking it became once it was near enough.
create table series_occurrences (
  series_id    text not null references booking_series on delete cascade,
  place        integer not null,
  provider_id  text not null,
  -- The date the rule names, before anything was moved.
  on_date      date not null,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  state        text not null check (state in ('PLANNED', 'BOOKED', 'SKIPPED', 'CANCELLED')),
  -- Moved or begun by itself: edits of the series leave it alone.
  detached     boolean not null default false,
  booking_id   text unique references bookings,
  primary key (series_id, place),
  check (start_at < end_at)
);
create index series_occurrences_planned on series_occurrences (provider_id, end_at) where state = 'PLANNED';
create index series_occurrences_due on series_occurrences (start_at) where state = 'PLANNED';
