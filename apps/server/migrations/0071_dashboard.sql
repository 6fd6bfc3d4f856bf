-- What home counts, each by the time it goes by: short reads, however many bookings a provider has.
create index bookings_completed on bookings (provider_id, completed_at desc, id desc) where status = 'COMPLETED';
create index bookings_asked on bookings (provider_id, created_at desc, id desc);
create index bookings_agreed on bookings (provider_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index bookings_arrived on bookings (provider_id, arrived_at desc, id desc) where arrived_at is not null;
create index bookings_blamed on bookings (provider_id, counts_from) where attributed_to = 'PROVIDER';

-- To-dos that were put off until tomorrow.
create table dashboard_snoozes (
  provider_id  text not null references accounts on delete cascade,
  todo_id      text not null,
  until        timestamptz not null,
  primary key (provider_id, todo_id)
);
