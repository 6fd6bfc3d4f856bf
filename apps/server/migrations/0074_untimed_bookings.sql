-- A booking without a time stands at the end of all time (9999-01-01): no stretch of a diary reaches it, and the list by
-- start has it last. Two of one provider's must not be taken for two jobs at the same time.
alter table bookings drop constraint bookings_never_overlap;
alter table bookings add constraint bookings_never_overlap
  exclude using gist (provider_id with =, tstzrange(start_at, end_at) with &&)
  where (status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS') and overlap_reason is null
         and scheduling_mode <> 'UNSCHEDULED')
  deferrable initially deferred;
