-- Read and updated by customer when one is deleted.
create index booking_series_of_customer on booking_series (customer_id);
create index offer_requests_of_customer on offer_requests (customer_id);
