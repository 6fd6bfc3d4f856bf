-- Webhook endpoints of marketplaces and their deliveries.

create table webhook_endpoints (
  id               text primary key,
  request_key      bytea unique,
  url              text not null,
  description      text not null,
  types            text[] not null,
  scopes           text[] not null,
  email            text,
  secret_number    integer not null default 1,
  previous_until   timestamptz,
  disabled_at      timestamptz,
  disabled_reason  text check (disabled_reason in ('GONE', 'FAILING')),
  failing_since    timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
comment on table webhook_endpoints is 'Where marketplaces receive events.';
comment on column webhook_endpoints.request_key is 'Hash of the call that created it, so that it is created once.';
comment on column webhook_endpoints.scopes is 'Scopes of the API key that created it; other events are not delivered.';
comment on column webhook_endpoints.secret_number is
  'Signing secrets are derived from the server''s secret and this number; none is stored.';
comment on column webhook_endpoints.previous_until is 'Until when deliveries are also signed with the previous secret.';

create table webhook_deliveries (
  id             text primary key,
  endpoint_id    text not null references webhook_endpoints on delete cascade,
  seq            bigint not null references feed on delete cascade,
  lane           text not null,
  status         text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  tries          integer not null default 0,
  attempts       jsonb not null default '[]',
  next_at        timestamptz not null,
  claimed_until  timestamptz,
  created_at     timestamptz not null,
  unique (endpoint_id, seq)
);
comment on table webhook_deliveries is 'Events on their way to an endpoint.';
comment on column webhook_deliveries.lane is
  'The object of the event. Deliveries of one lane are sent one after another (decision 117).';
comment on column webhook_deliveries.claimed_until is 'Until then a process is sending it.';
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, lane, seq) where status = 'PENDING';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (seq);
