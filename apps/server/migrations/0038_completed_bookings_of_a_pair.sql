-- How many bookings a provider completed for a customer is shown with each of their bookings, so it is maintained.

alter table provider_customers add column completed_count integer not null default 0;
comment on column provider_customers.completed_count is 'Bookings in the status COMPLETED, maintained by triggers.';

create function count_completed_bookings() returns trigger language plpgsql as $$
begin
  update provider_customers
  set completed_count = completed_count + case when new.status = 'COMPLETED' then 1 else -1 end
  where provider_id = new.provider_id and customer_id = new.customer_id;
  return null;
end $$;
create trigger count_completed_bookings after update of status on bookings
  for each row when ((old.status = 'COMPLETED') <> (new.status = 'COMPLETED'))
  execute function count_completed_bookings();

update provider_customers p set completed_count = counted.n
from (
  select provider_id, customer_id, count(*) as n from bookings where status = 'COMPLETED' group by 1, 2
) as counted
where p.provider_id = counted.provider_id and p.customer_id = counted.customer_id;
