-- Judged at the commit: a job that overlapped with a reason gives the reason up and moves in one transaction, and the
-- visits of a series pass through each other's times on their way.
alter table bookings drop constraint bookings_never_overlap;
alter table bookings add constraint bookings_never_overlap
  exclude using gist (provider_id with =, tstzrange(start_at, end_at) with &&)
  where (status in ('CONFIRMED', 'EN_ROUTE', 'ARRIVED', 'IN_PROGRESS') and overlap_reason is null)
  deferrable initially deferred;
