-- Requests to quote and the offers that answer them (domain §6).

create sequence reference_of;

-- What a customer asked one to five providers for.
create table offer_requests (
  id                text primary key,
  customer_id       text not null references customers,
  -- The call that made it: the same call again asks once.
  request_key       bytea unique,
  title             text not null,
  description       text not null,
  service_category  text,
  location          jsonb not null,
  budget_min        bigint,
  budget_max        bigint,
  budget_currency   text,
  preferred_slots   jsonb not null default '[]',
  urgency           text not null check (urgency in ('EMERGENCY', 'THIS_WEEK', 'FLEXIBLE')),
  respond_by        timestamptz not null,
  answers           jsonb not null default '[]',
  photos            text[] not null default '{}',
  providers         integer not null,
  closed_at         timestamptz,
  created_at        timestamptz not null
);

create table offers (
  id                text primary key,
  reference         text not null unique,
  provider_id       text not null references accounts on delete cascade,
  customer_id       text not null references customers,
  request_id        text references offer_requests,
  -- The booking it was written for.
  booking_id        text references bookings,
  origin            text not null check (origin in ('CUSTOMER_REQUEST', 'PROVIDER_INITIATED', 'REBOOK')),
  status            text not null check (status in ('REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED', 'ACCEPTED',
                      'CONVERTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'PASSED', 'CANCELLED')),
  title             text not null,
  service_category  text,
  currency          text not null,
  time_zone         text not null,
  location          jsonb,
  -- Of what was accepted, else sent, else drafted.
  total             bigint,
  -- The number of the revision the customer sees, and whether it wants a contract.
  live_revision     integer,
  requires_contract boolean not null default false,
  -- What is being written. The version goes on counting after the draft is gone.
  draft             jsonb,
  draft_version     integer not null default 0,
  draft_updated_at  timestamptz,
  valid_until       timestamptz,
  respond_by        timestamptz,
  sent_at           timestamptz,
  view_count        integer not null default 0,
  first_viewed_at   timestamptz,
  last_viewed_at    timestamptz,
  changes           jsonb,
  acceptance        jsonb,
  converted_type    text check (converted_type in ('BOOKING', 'CONTRACT')),
  converted_id      text,
  lost              jsonb,
  reminders_sent    integer not null default 0,
  reminded_at       timestamptz,
  extensions        integer not null default 0,
  -- When it expired or was declined: it can be sent again for a while.
  ended_at          timestamptz,
  -- The last move and who made it: the same once more is answered, not refused.
  last_action       text,
  last_action_by    text,
  -- Timers that rang already, `kind@due`: each rings once.
  rung              text[] not null default '{}',
  version           integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
-- Lists read one of these in its order; the counts and sums of a provider's states come out of the second.
create index offers_latest on offers (provider_id, updated_at desc, id desc);
create index offers_by_status on offers (provider_id, status, updated_at desc, id desc) include (total, currency);
create index offers_of_customer on offers (customer_id, created_at desc, id desc);
create index offers_of_provider on offers (provider_id, created_at desc, id desc);
create index offers_created on offers (created_at desc, id desc);
create index offers_of_request on offers (request_id) where request_id is not null;
create index offers_of_booking on offers (booking_id) where booking_id is not null;

-- What was sent: never a byte of it changes again.
create table offer_revisions (
  offer_id       text not null references offers on delete cascade,
  number         integer not null,
  title          text not null,
  total          bigint not null,
  -- Canonical JSON of all the customer sees, and its SHA-256.
  snapshot       text not null,
  content_hash   text not null,
  -- What only the provider sees: costs by line.
  costs          jsonb not null,
  valid_until    timestamptz not null,
  sent_at        timestamptz not null,
  superseded_at  timestamptz,
  primary key (offer_id, number)
);

create function offer_revisions_stay() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'superseded_at' is distinct from to_jsonb(new) - 'superseded_at' then
    raise exception 'a sent revision is never changed';
  end if;
  return new;
end $$;
create trigger offer_revisions_stay before update on offer_revisions
  for each row execute function offer_revisions_stay();

create table price_book_items (
  id            text primary key,
  provider_id   text not null references accounts on delete cascade,
  kind          text not null,
  name          text not null,
  description   text not null,
  unit          text not null,
  unit_price    bigint not null check (unit_price >= 0),
  cost_price    bigint check (cost_price >= 0),
  tax_rate_bps  integer not null,
  currency      text not null,
  version       integer not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
create unique index price_book_by_name on price_book_items (provider_id, lower(name), unit);

create table offer_templates (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  name         text not null,
  content      jsonb not null,
  version      integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create index offer_templates_by_name on offer_templates (provider_id, name, id);
