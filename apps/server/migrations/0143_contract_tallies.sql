-- How many contracts of each state a provider has and what they come to, kept with every change: a list tells it as fast
-- among twenty thousand as among ten.
create table contract_tallies (
  provider_id  text not null references accounts on delete cascade,
  status       text not null,
  currency     text not null,
  count        integer not null,
  -- What they are signed for, change orders taken in.
  value        bigint not null,
  primary key (provider_id, status, currency)
);

insert into contract_tallies (provider_id, status, currency, count, value)
select provider_id, status, currency, count(*), sum(total) from contracts group by 1, 2, 3;

create function tally_contracts() returns trigger language plpgsql as $$
begin
  -- Always in one order: one contract may be held while another goes on.
  if tg_op = 'UPDATE' then
    perform from contract_tallies
    where provider_id = new.provider_id and status in (old.status, new.status) order by status, currency for update;
  end if;
  if tg_op <> 'INSERT' then
    update contract_tallies set count = count - 1, value = value - old.total
    where provider_id = old.provider_id and status = old.status and currency = old.currency;
  end if;
  if tg_op <> 'DELETE' then
    insert into contract_tallies (provider_id, status, currency, count, value)
    values (new.provider_id, new.status, new.currency, 1, new.total)
    on conflict (provider_id, status, currency) do update
      set count = contract_tallies.count + 1, value = contract_tallies.value + excluded.value;
  end if;
  return null;
end $$;

create trigger tally_contracts after insert or delete on contracts
  for each row execute function tally_contracts();
create trigger tally_changed_contracts after update on contracts
  for each row when ((old.provider_id, old.status, old.currency, old.total)
    is distinct from (new.provider_id, new.status, new.currency, new.total))
  execute function tally_contracts();
