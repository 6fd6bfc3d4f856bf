-- Where partners want to be told of events. Secrets are made from ours and a number, so none is kept.
create table webhook_endpoints (
  id                text primary key,
  url               text not null,
  description       text not null,
  types             text[] not null,
  -- Of the key that made it: it is told of nothing that key is not for.
  scopes            text[] not null,
  email             text,
  secret_number     integer not null default 1,
  previous_until    timestamptz,
  disabled_at       timestamptz,
  disabled_reason   text check (disabled_reason in ('GONE', 'FAILING')),
  failing_since     timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  call_key          bytea unique
);

-- What an endpoint is sent. Those about one object are a lane: the next leaves when the one before has arrived or was given up.
create table webhook_deliveries (
  id             text primary key,
  endpoint_id    text not null references webhook_endpoints on delete cascade,
  seq            bigint not null references feed on delete cascade,
  lane           text not null,
  status         text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  tries          integer not null default 0,
  attempts       jsonb not null default '[]',
  next_at        timestamptz not null,
  -- Somebody is sending it until then.
  claimed_until  timestamptz,
  created_at     timestamptz not null,
  unique (endpoint_id, seq)
);
create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, lane, seq) where status = 'PENDING';
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_event on webhook_deliveries (seq);
