-- The keys a marketplace's systems call us with. Only a hash is kept; the prefix is what people recognise a key by.
create table api_keys (
  id            text primary key,
  name          text not null,
  prefix        text not null,
  hash          bytea not null unique,
  scopes        text[] not null,
  expires_at    timestamptz,
  revoked_at    timestamptz,
  created_at    timestamptz not null
);

-- The people providers work for. They never log in here: the marketplace acts for them.
create table customers (
  id            text primary key,
  -- The marketplace's own name for this customer.
  external_id   text not null unique,
  name          text not null,
  email         text,
  phone         text,
  avatar        text,
  locale        text not null,
  time_zone     text not null,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
