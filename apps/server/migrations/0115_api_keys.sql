-- Where a key may be used from, when it was used last, and the secret it had before: good for a day after a rotation.
alter table api_keys add column ip_allowlist text[] not null default '{}';
alter table api_keys add column last_used_at timestamptz;
alter table api_keys add column previous_hash bytea unique;
alter table api_keys add column previous_until timestamptz;
