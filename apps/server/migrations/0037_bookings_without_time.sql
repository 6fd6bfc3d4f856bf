-- A booking whose time is not agreed yet has no start, and its length is stored instead of its end.

alter table bookings
  alter column start_at drop not null,
  alter column end_at drop not null,
  add column duration_minutes integer;

update bookings
set start_at = null, end_at = null, duration_minutes = round(extract(epoch from end_at - start_at) / 60)
where scheduling_mode = 'UNSCHEDULED' and start_at >= '9999-01-01T00:00:00Z';

-- An empty range would overlap every other, so only unscheduled bookings, which the exclusion leaves out, have none.
alter table bookings add check (
  case when start_at is null
    then end_at is null and duration_minutes is not null and scheduling_mode = 'UNSCHEDULED'
    else end_at is not null and duration_minutes is null
  end
);
comment on column bookings.start_at is 'Null while the booking is unscheduled. Lists by start have it last.';
comment on column bookings.duration_minutes is 'Length of an unscheduled booking.';
comment on column bookings.scheduling_mode is null;

-- Reminders without a time come last, as null does.

drop index chat.reminders_by_user;
create index reminders_by_user on chat.reminders (user_id, remind_at, message_id) where deleted_at is null;
