-- The tax a provider usually adds, in basis points: until they say so, the one most prices in their price book have.
alter table profiles add column usual_tax_bps int not null default 0 check (usual_tax_bps between 0 and 5000);

update profiles p
set usual_tax_bps = i.rate
from (
  select provider_id, mode() within group (order by tax_rate_bps) as rate
  from price_book_items
  group by provider_id
) i
where i.provider_id = p.account_id;
