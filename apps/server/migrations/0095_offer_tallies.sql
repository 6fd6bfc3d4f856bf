-- How many offers of each state a provider has and what they come to, kept with every change: a list tells it as fast
-- among twenty thousand as among ten.
create table offer_tallies (
  provider_id  text not null references accounts on delete cascade,
  status       text not null,
  currency     text not null,
  count        integer not null,
  -- Of those that have a price.
  value        bigint not null,
  primary key (provider_id, status, currency)
);

insert into offer_tallies (provider_id, status, currency, count, value)
select provider_id, status, currency, count(*), coalesce(sum(total), 0) from offers group by 1, 2, 3;

create function tally_offers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update offer_tallies set count = count - 1, value = value - coalesce(old.total, 0)
    where provider_id = old.provider_id and status = old.status and currency = old.currency;
  end if;
  if tg_op <> 'DELETE' then
    insert into offer_tallies (provider_id, status, currency, count, value)
    values (new.provider_id, new.status, new.currency, 1, coalesce(new.total, 0))
    on conflict (provider_id, status, currency) do update
      set count = offer_tallies.count + 1, value = offer_tallies.value + excluded.value;
  end if;
  return null;
end $$;

create trigger tally_offers after insert or delete on offers
  for each row execute function tally_offers();
create trigger tally_changed_offers after update on offers
  for each row when ((old.provider_id, old.status, old.currency, old.total)
    is distinct from (new.provider_id, new.status, new.currency, new.total))
  execute function tally_offers();
