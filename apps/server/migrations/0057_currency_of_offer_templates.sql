-- A template keeps the currency of its amounts, so that they are left out of an offer in another one.
alter table offer_templates add column currency text;
comment on column offer_templates.currency is
  'Currency of the amounts. Null where it is not known: the amounts are used in any offer.';

-- A template is saved from an offer: of the last one its provider had begun by then, as providers hardly ever move.
update offer_templates t set currency = (
  select o.currency from offers o
  where o.provider_id = t.provider_id and o.created_at <= t.updated_at
  order by o.created_at desc limit 1);
