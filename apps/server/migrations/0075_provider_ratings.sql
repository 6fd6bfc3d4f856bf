-- What published reviews come to, kept by whoever publishes them. No review: no rating.
alter table profiles
  add column rating_sum integer not null default 0,
  add column rating_count integer not null default 0 check (rating_count >= 0);
