-- A template keeps the currency of its amounts, so that they are left out of a contract in another one.
alter table contract_templates add column currency text;
comment on column contract_templates.currency is
  'Currency of the amounts. Null where it is not known: the amounts are used in any contract.';

-- A template is saved from a contract: of the last one its provider had begun by then, as providers hardly ever move.
update contract_templates t set currency = (
  select c.currency from contracts c
  where c.provider_id = t.provider_id and c.created_at <= t.updated_at
  order by c.created_at desc limit 1);
