-- A customer who left has no name: readers see what the customer was, in their language.

update customers set name = '' where left_at is not null;
comment on column customers.name is 'Empty once the customer has left.';

-- Nor have they one in timelines. The previous release still reads by events_on_behalf, which can go with the next.
create index events_of_customer on events (actor_id) where actor_type = 'CUSTOMER';
update events set actor_name = '' where actor_type = 'CUSTOMER'
  and actor_id in (select id from customers where left_at is not null);
