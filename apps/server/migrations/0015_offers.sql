-- Offer requests, offers with their revisions, the price book and templates.

create sequence reference_of;

create table offer_requests (
  id                text primary key,
  customer_id       text not null references customers,
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
comment on table offer_requests is 'A customer''s request for offers, sent to one to five providers.';
comment on column offer_requests.request_key is
  'Hash of the call that created it: the same call after a crash finds the request.';
comment on column offer_requests.providers is 'How many providers were asked.';

create table offers (
  id                 text primary key,
  reference          text not null unique,
  provider_id        text not null references accounts on delete cascade,
  customer_id        text not null references customers,
  -- Where it comes from
  origin             text not null check (origin in ('CUSTOMER_REQUEST', 'PROVIDER_INITIATED', 'REBOOK')),
  request_key        bytea unique,
  request_id         text references offer_requests,
  booking_id         text references bookings,
  -- State
  status             text not null check (status in ('REQUESTED', 'DRAFT', 'SENT', 'VIEWED', 'CHANGES_REQUESTED', 'ACCEPTED',
                       'CONVERTED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'PASSED', 'CANCELLED')),
  last_action        text,
  last_action_by     text,
  fired_timers       text[] not null default '{}',
  version            integer not null default 1,
  -- Content
  title              text not null,
  service_category   text,
  currency           text not null,
  time_zone          text not null,
  location           jsonb,
  total              bigint,
  live_revision      integer,
  requires_contract  boolean not null default false,
  draft              jsonb,
  draft_version      integer not null default 0,
  draft_updated_at   timestamptz,
  -- Course
  respond_by         timestamptz,
  valid_until        timestamptz,
  sent_at            timestamptz,
  view_count         integer not null default 0,
  first_viewed_at    timestamptz,
  last_viewed_at     timestamptz,
  reminders_sent     integer not null default 0,
  reminded_at        timestamptz,
  extensions         integer not null default 0,
  changes            jsonb,
  acceptance         jsonb,
  converted_type     text check (converted_type in ('BOOKING', 'CONTRACT')),
  converted_id       text,
  lost               jsonb,
  ended_at           timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null
);
comment on table offers is 'Priced proposals of a provider to a customer.';
comment on column offers.request_key is 'Hash of the call that created it, so that an offer made offline is created once.';
comment on column offers.booking_id is 'The booking it was written for.';
comment on column offers.last_action is 'With `last_action_by`: the last action. The same action again is answered, not refused.';
comment on column offers.fired_timers is 'Timers that fired, as `kind@due`. Each fires once.';
comment on column offers.total is 'Of the accepted revision, else the sent one, else the draft.';
comment on column offers.live_revision is 'Number of the revision the customer sees.';
comment on column offers.requires_contract is 'Whether the live revision requires a contract.';
comment on column offers.draft_version is 'Keeps counting after the draft is gone.';
comment on column offers.ended_at is 'When it expired or was declined. It can be sent again for some time.';
create index offers_latest on offers (provider_id, updated_at desc, id desc);
create index offers_by_status on offers (provider_id, status, updated_at desc, id desc) include (total, currency);
create index offers_of_customer on offers (customer_id, created_at desc, id desc);
create index offers_of_provider on offers (provider_id, created_at desc, id desc);
create index offers_created on offers (created_at desc, id desc);
create index offers_of_request on offers (request_id) where request_id is not null;
create index offers_of_booking on offers (booking_id) where booking_id is not null;

create table offer_revisions (
  offer_id       text not null references offers on delete cascade,
  number         integer not null,
  title          text not null,
  total          bigint not null,
  snapshot       text not null,
  content_hash   text not null,
  costs          jsonb not null,
  valid_until    timestamptz not null,
  sent_at        timestamptz not null,
  superseded_at  timestamptz,
  primary key (offer_id, number)
);
comment on table offer_revisions is 'Sent versions of an offer. A trigger refuses any change but `superseded_at`.';
comment on column offer_revisions.snapshot is 'All the customer sees, as canonical JSON; `content_hash` is its SHA-256.';
comment on column offer_revisions.costs is 'The provider''s costs by line, which the customer never sees.';

create function offer_revisions_immutable() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'superseded_at' is distinct from to_jsonb(new) - 'superseded_at' then
    raise exception 'a sent revision is never changed';
  end if;
  return new;
end $$;
create trigger offer_revisions_immutable before update on offer_revisions
  for each row execute function offer_revisions_immutable();

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
comment on table price_book_items is 'Lines and rates a provider saved.';
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
comment on table offer_templates is 'Content a provider saved for new offers.';
create index offer_templates_by_name on offer_templates (provider_id, name, id);

-- Totals of the list

create table offer_totals (
  provider_id  text not null references accounts on delete cascade,
  status       text not null,
  currency     text not null,
  count        integer not null,
  value        bigint not null,
  primary key (provider_id, status, currency)
);
comment on table offer_totals is 'Number and value of each provider''s offers by status, maintained by triggers.';
comment on column offer_totals.value is 'Sum of the totals; an offer without a price counts as 0.';

create function sync_offer_totals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update offer_totals set count = count - 1, value = value - coalesce(old.total, 0)
    where provider_id = old.provider_id and status = old.status and currency = old.currency;
  end if;
  if tg_op <> 'DELETE' then
    insert into offer_totals (provider_id, status, currency, count, value)
    values (new.provider_id, new.status, new.currency, 1, coalesce(new.total, 0))
    on conflict (provider_id, status, currency) do update
      set count = offer_totals.count + 1, value = offer_totals.value + excluded.value;
  end if;
  return null;
end $$;
create trigger sync_offer_totals after insert or delete on offers
  for each row execute function sync_offer_totals();
create trigger sync_changed_offer_totals after update on offers
  for each row when ((old.provider_id, old.status, old.currency, old.total)
    is distinct from (new.provider_id, new.status, new.currency, new.total))
  execute function sync_offer_totals();

-- Search

create table offer_search (
  offer_id     text primary key references offers on delete cascade,
  provider_id  text not null,
  text         text not null
);
comment on table offer_search is 'Searchable text of each offer, maintained by triggers.';
-- Without a pending list, which every search would have to scan.
create index offer_search_grams on offer_search using gin (search_grams(provider_id, text)) with (fastupdate = off);

create function sync_offer_search() returns trigger language plpgsql as $$
begin
  insert into offer_search (offer_id, provider_id, text)
  select new.id, new.provider_id, normalize_text(concat_ws(E'\n', new.reference, new.title, c.name))
  -- Waits for a transaction that renames the customer.
  from customers c where c.id = new.customer_id for share
  on conflict (offer_id) do update set text = excluded.text;
  return null;
end $$;
create trigger sync_offer_search after insert on offers
  for each row execute function sync_offer_search();
create trigger sync_changed_offer_search after update on offers
  for each row when ((old.title, old.customer_id) is distinct from (new.title, new.customer_id))
  execute function sync_offer_search();
