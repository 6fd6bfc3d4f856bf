-- What gathers on a booking while the job is done. The diary's row is the lock of all of it.

create table booking_photos (
  id           text primary key,
  booking_id   text not null references bookings on delete cascade,
  -- Goes with its file: an account that is closed takes its own along.
  file_id      text not null unique references files on delete cascade,
  kind         text not null check (kind in ('BEFORE', 'DURING', 'AFTER', 'ISSUE', 'RECEIPT')),
  caption      text,
  added_at     timestamptz not null,
  added_by     text not null check (added_by in ('PROVIDER', 'CUSTOMER')),
  adder_name   text not null
);
create index booking_photos_booking on booking_photos (booking_id, added_at, id);

create table booking_checklist (
  id           text primary key,
  booking_id   text not null references bookings on delete cascade,
  place        integer not null,
  label        text not null,
  type         text not null check (type in ('CHECK', 'PASS_FAIL', 'NUMBER', 'TEXT', 'PHOTO')),
  required     boolean not null,
  -- A text or a number, as JSON.
  value        jsonb,
  done_at      timestamptz,
  note         text,
  photo_id     text references booking_photos on delete set null,
  unique (booking_id, place)
);

create table checklist_templates (
  id               text primary key,
  provider_id      text not null references accounts on delete cascade,
  name             text not null,
  service_category text,
  items            jsonb not null,
  version          integer not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
create index checklist_templates_provider on checklist_templates (provider_id, name, id);

create table work_segments (
  id            text primary key,
  booking_id    text not null references bookings on delete cascade,
  kind          text not null check (kind in ('TRAVEL', 'WORK', 'BREAK')),
  started_at    timestamptz not null,
  -- Null while the timer runs.
  ended_at      timestamptz,
  edited_reason text,
  check (ended_at is null or started_at <= ended_at)
);
create index work_segments_booking on work_segments (booking_id, started_at, id);
-- One running timer on a job, whatever the code above believes.
create unique index work_segments_running on work_segments (booking_id) where ended_at is null;

create table price_adjustments (
  id                      text primary key,
  booking_id              text not null references bookings on delete cascade,
  status                  text not null check (status in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  -- Each with its description, quantity, price of one and amount.
  lines                   jsonb not null,
  total                   bigint not null,
  currency                char(3) not null,
  reason                  text not null,
  photo_ids               text[] not null,
  schedule_impact_minutes integer not null,
  created_at              timestamptz not null,
  expires_at              timestamptz not null,
  decided_at              timestamptz,
  answer_note             text
);
create index price_adjustments_booking on price_adjustments (booking_id, created_at, id);
-- One request at a time waits for the customer.
create unique index price_adjustments_pending on price_adjustments (booking_id) where status = 'PENDING';

create table booking_notes (
  id          text primary key,
  booking_id  text not null references bookings on delete cascade,
  text        text not null,
  at          timestamptz not null
);
create index booking_notes_booking on booking_notes (booking_id, at, id);

alter table bookings
  add column tags text[] not null default '{}',
  -- The sum of the approved adjustments, kept by whoever approves one.
  add column adjusted_by bigint not null default 0;
