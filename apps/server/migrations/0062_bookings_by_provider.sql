-- What a marketplace looks through of one provider, newest first.
create index bookings_provider_created on bookings (provider_id, created_at desc, id desc);
