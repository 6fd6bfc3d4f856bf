create extension if not exists btree_gist;

create sequence reference_bk;

create table bookings (
  id               text primary key,
  reference        text not null unique,
  provider_id      text not null references accounts,
  customer_id      text not null references customers,
  -- Hash of the call that asked for it: the same call, repeated after a crash, finds the booking it made.
  request_key      bytea,
  status           text not null,
  awaiting_party   text check (awaiting_party in ('PROVIDER', 'CUSTOMER')),
  title            text not null,
  description      text not null,
  service_category text,
  start_at         timestamptz not null,
  end_at           timestamptz not null,
  time_zone        text not null,
  location         jsonb not null,
  price_model      text not null,
  price_amount     bigint,
  price_currency   char(3),
  respond_by       timestamptz,
  confirmed_at     timestamptz,
  decline_reason   text,
  decline_note     text,
  version          integer not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  check (start_at < end_at),
  -- No two jobs of one provider at the same time, whatever the code above believes. Half-open: one may end as the next begins.
  constraint bookings_never_overlap
    exclude using gist (provider_id with =, tstzrange(start_at, end_at) with &&) where (status = 'CONFIRMED')
);
create unique index bookings_request_key on bookings (request_key) where request_key is not null;
-- The list, whole and by status, newest start first.
create index bookings_by_start on bookings (provider_id, start_at desc, id desc);
create index bookings_by_status on bookings (provider_id, status, start_at desc, id desc);
create index bookings_by_customer on bookings (customer_id, provider_id);

-- How many bookings a provider has in each status: `{ "REQUESTED": 3, … }`, kept in the transaction of every change.
-- The row is also the lock of a provider's diary: whoever changes a booking takes it first, so that decisions about one
-- diary are made one after another.
create table booking_diaries (
  provider_id      text primary key references accounts on delete cascade,
  counts           jsonb not null default '{}'
);
