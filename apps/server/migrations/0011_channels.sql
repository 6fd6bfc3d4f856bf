-- Which provider and customer a direct channel of the chat service joins.
create table channels (
  id            text primary key,
  cid           text not null unique,
  provider_id   text not null references accounts,
  customer_id   text not null references customers,
  created_at    timestamptz not null,
  unique (provider_id, customer_id)
);
