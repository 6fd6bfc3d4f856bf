-- People providers work for. They never sign in: a marketplace acts for them.

create table customers (
  id           text primary key,
  external_id  text not null unique,
  name         text not null,
  plain_name   text generated always as (plain_words(name)) stored,
  email        text,
  phone        text,
  avatar       text,
  addresses    jsonb not null default '[]',
  locale       text not null,
  time_zone    text not null,
  left_at      timestamptz,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
comment on table customers is 'Customers, as their marketplace describes them.';
comment on column customers.external_id is 'The marketplace''s own id of the customer.';
comment on column customers.plain_name is 'The name as the search compares it.';
comment on column customers.addresses is 'Where the customer may want work done.';
comment on column customers.left_at is 'When the customer left the marketplace.';

-- The search tables of bookings, offers and contracts contain the customer's name.
create function keep_customer_words() returns trigger language plpgsql as $$
begin
  update booking_words w set words = plain_words(concat_ws(E'\n', b.reference, b.title, new.name))
  from bookings b where b.id = w.booking_id and b.customer_id = new.id;
  update offer_words w set words = plain_words(concat_ws(E'\n', o.reference, o.title, new.name))
  from offers o where o.id = w.offer_id and o.customer_id = new.id;
  update contract_words w set words = plain_words(concat_ws(E'\n', k.reference, k.title, new.name))
  from contracts k where k.id = w.contract_id and k.customer_id = new.id;
  return null;
end $$;
create trigger keep_customer_words after update on customers
  for each row when (old.name is distinct from new.name) execute function keep_customer_words();
