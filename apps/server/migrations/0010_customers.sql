-- People providers work for. They never sign in: a marketplace acts for them.

create table customers (
  id               text primary key,
  external_id      text not null unique,
  name             text not null,
  normalized_name  text generated always as (normalize_text(name)) stored,
  email            text,
  phone            text,
  avatar           text,
  addresses        jsonb not null default '[]',
  locale           text not null,
  time_zone        text not null,
  left_at          timestamptz,
  created_at       timestamptz not null,
  updated_at       timestamptz not null
);
comment on table customers is 'Customers, as their marketplace describes them.';
comment on column customers.external_id is 'The marketplace''s own id of the customer.';
comment on column customers.normalized_name is 'The name as the search compares it.';
comment on column customers.addresses is 'Where the customer may want work done.';
comment on column customers.left_at is 'When the customer left the marketplace.';

-- The search tables of bookings, offers and contracts contain the customer's name.
create function sync_customer_search() returns trigger language plpgsql as $$
begin
  update booking_search s set text = normalize_text(concat_ws(E'\n', b.reference, b.title, new.name))
  from bookings b where b.id = s.booking_id and b.customer_id = new.id;
  update offer_search s set text = normalize_text(concat_ws(E'\n', o.reference, o.title, new.name))
  from offers o where o.id = s.offer_id and o.customer_id = new.id;
  update contract_search s set text = normalize_text(concat_ws(E'\n', k.reference, k.title, new.name))
  from contracts k where k.id = s.contract_id and k.customer_id = new.id;
  return null;
end $$;
create trigger sync_customer_search after update on customers
  for each row when (old.name is distinct from new.name) execute function sync_customer_search();
