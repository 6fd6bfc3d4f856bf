-- When a provider works and how they are booked. Who has no row yet has said nothing.
create table availability (
  provider_id            text primary key references accounts on delete cascade,
  time_zone              text not null,
  -- [{ "day": "MON", "intervals": [{ "from": "08:00", "to": "13:00" }] }]
  weekly                 jsonb not null,
  -- [{ "date": "2026-12-24", "intervals": […] or "closed": true, "note": … }]
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

create table time_off (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  reason       text,
  created_at   timestamptz not null,
  check (start_at < end_at)
);
create index time_off_by_end on time_off (provider_id, end_at);

-- Calendars a provider keeps elsewhere, and when those say they are busy.
create table external_calendars (
  id              text primary key,
  provider_id     text not null references accounts on delete cascade,
  name            text not null,
  url             text not null,
  -- What the other side said its file was, to ask again for less.
  etag            text,
  last_polled_at  timestamptz,
  last_synced_at  timestamptz,
  last_error      text,
  created_at      timestamptz not null,
  unique (provider_id, url)
);

create table external_busy (
  calendar_id  text not null references external_calendars on delete cascade,
  provider_id  text not null,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  title        text not null,
  check (start_at < end_at)
);
create index external_busy_by_end on external_busy (provider_id, end_at);
create index external_busy_by_calendar on external_busy (calendar_id);

-- Time that is promised but not booked: the slots of a proposal, of an offer. Gone by itself when it expires.
create table diary_holds (
  provider_id   text not null references accounts on delete cascade,
  kind          text not null check (kind in ('PROPOSAL', 'OFFER')),
  -- What holds it, as `prp_…`; and the booking it is for, which it never keeps out.
  subject_id    text not null,
  booking_id    text,
  reference     text not null,
  title         text not null,
  time_zone     text not null,
  start_at      timestamptz not null,
  end_at        timestamptz not null,
  expires_at    timestamptz not null,
  check (start_at < end_at)
);
create index diary_holds_by_end on diary_holds (provider_id, end_at);
create index diary_holds_by_subject on diary_holds (subject_id);

-- Who may read a provider's calendar by its address. Only a hash is kept.
create table calendar_feeds (
  provider_id  text primary key references accounts on delete cascade,
  token_hash   bytea not null unique,
  created_at   timestamptz not null
);

-- Why a job may stand where another stands: its provider said so.
alter table bookings add column if not exists overlap_reason text;

-- No two jobs of one provider at the same time unless they said why, whatever the code above believes.
alter table bookings drop constraint bookings_never_overlap;
alter table bookings add constraint bookings_never_overlap
  exclude using gist (provider_id with =, tstzrange(start_at, end_at) with &&)
  where (status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS') and overlap_reason is null);
