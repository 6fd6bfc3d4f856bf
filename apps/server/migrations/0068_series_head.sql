-- The request for the first visit, where a customer asked for a series with it: its answer answers for all.
alter table booking_series add column head_booking_id text unique references bookings;
