-- Whom a provider has had a booking with, and the latest of them: kept with every booking, so that nobody has to look
-- through all of them to choose a customer.
create table acquaintances (
  provider_id      text not null references accounts on delete cascade,
  customer_id      text not null references customers,
  since            timestamptz not null,
  last_booking_id  text not null references bookings,
  last_booked_at   timestamptz not null,
  primary key (provider_id, customer_id)
);
create index acquaintances_latest on acquaintances (provider_id, last_booked_at desc, customer_id desc);

insert into acquaintances (provider_id, customer_id, since, last_booking_id, last_booked_at)
select distinct on (provider_id, customer_id) provider_id, customer_id,
  min(created_at) over (partition by provider_id, customer_id), id, created_at
from bookings order by provider_id, customer_id, created_at desc, id desc;
