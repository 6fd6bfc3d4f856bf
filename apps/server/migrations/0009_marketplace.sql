-- API keys of marketplaces.

create table api_keys (
  id              text primary key,
  name            text not null,
  prefix          text not null,
  hash            bytea not null unique,
  previous_hash   bytea unique,
  previous_until  timestamptz,
  scopes          text[] not null,
  ip_allowlist    text[] not null default '{}',
  last_used_at    timestamptz,
  expires_at      timestamptz,
  revoked_at      timestamptz,
  created_at      timestamptz not null
);
comment on table api_keys is 'Keys with which marketplaces call the API. Only hashes are stored.';
comment on column api_keys.prefix is 'The beginning of the key, by which people recognise it.';
comment on column api_keys.previous_hash is 'The secret before a rotation, accepted until `previous_until`.';
