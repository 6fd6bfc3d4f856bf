-- External calendars that block slots, and the calendar link.

create table external_calendars (
  id              text primary key,
  provider_id     text not null references accounts on delete cascade,
  name            text not null,
  url             text not null,
  etag            text,
  last_polled_at  timestamptz,
  last_synced_at  timestamptz,
  last_error      text,
  created_at      timestamptz not null,
  unique (provider_id, url)
);
comment on table external_calendars is 'Calendars a provider keeps elsewhere, read by their address.';
comment on column external_calendars.etag is 'ETag of the last response, for conditional requests.';

create table external_busy (
  calendar_id  text not null references external_calendars on delete cascade,
  provider_id  text not null,
  start_at     timestamptz not null,
  end_at       timestamptz not null,
  title        text not null,
  check (start_at < end_at)
);
comment on table external_busy is 'Busy times read from external calendars.';
create index external_busy_by_end on external_busy (provider_id, end_at);
create index external_busy_by_calendar on external_busy (calendar_id);

create table calendar_links (
  provider_id  text primary key references accounts on delete cascade,
  token_hash   bytea not null unique,
  created_at   timestamptz not null
);
comment on table calendar_links is 'Calendar links: private addresses that show a provider''s bookings in another program.';
comment on column calendar_links.token_hash is 'Hash of the token in the address.';
