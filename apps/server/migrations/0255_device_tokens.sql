-- Browsers that signed in to an account before, by a cookie that is kept as a hash. Wrong passwords are counted for each
-- of them by itself (decision 259).
create table device_tokens (
  hash       bytea not null,
  -- Stays the same when the token is replaced.
  device_id  text not null,
  account_id text not null references accounts on delete cascade,
  expires_at timestamptz not null,
  primary key (hash, account_id)
);
create index device_tokens_account on device_tokens (account_id, device_id);
create index device_tokens_expiry on device_tokens (expires_at);
