-- Ratings of work by customers, and of customers by providers.

create table reviews (
  id              text primary key,
  provider_id     text not null references accounts on delete cascade,
  customer_id     text not null references customers,
  work_type       text not null check (work_type in ('BOOKING', 'CONTRACT')),
  work_id         text not null,
  work_reference  text not null,
  work_title      text not null,
  status          text not null check (status in ('SEALED', 'PUBLISHED', 'UNDER_REVIEW', 'HIDDEN')),
  version         integer not null default 1,
  rating          smallint not null check (rating between 1 and 5),
  quality         smallint check (quality between 1 and 5),
  punctuality     smallint check (punctuality between 1 and 5),
  communication   smallint check (communication between 1 and 5),
  value           smallint check (value between 1 and 5),
  comment         text not null,
  photo_file_ids  text[] not null default '{}',
  closes_at       timestamptz not null,
  published_at    timestamptz,
  reply           text,
  replied_at      timestamptz,
  contest         jsonb,
  hidden          jsonb,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- One review per work.
  unique (work_type, work_id),
  check ((reply is null) = (replied_at is null)),
  check (status not in ('PUBLISHED', 'UNDER_REVIEW') or published_at is not null)
);
comment on table reviews is 'A customer''s rating of a work, and the provider''s answer.';
comment on column reviews.closes_at is 'When the work can no longer be rated, so that the review is published.';
comment on column reviews.published_at is 'Null until the provider may see it.';
create index reviews_of_provider on reviews (provider_id, published_at desc, id desc)
  include (status, rating) where published_at is not null;
create index reviews_unanswered on reviews (provider_id, published_at desc)
  where reply is null and status in ('PUBLISHED', 'UNDER_REVIEW');
create index reviews_of_customer on reviews (customer_id, created_at desc, id desc);

create table customer_ratings (
  work_type    text not null check (work_type in ('BOOKING', 'CONTRACT')),
  work_id      text not null,
  provider_id  text not null references accounts on delete cascade,
  customer_id  text not null references customers,
  rating       smallint not null check (rating between 1 and 5),
  tags         text[] not null,
  note         text not null,
  created_at   timestamptz not null,
  primary key (work_type, work_id)
);
comment on table customer_ratings is
  'A provider''s rating of a customer. Private: only that provider and operators see it.';
create index customer_ratings_of_provider on customer_ratings (provider_id, created_at desc);

create table review_requests (
  work_type    text not null check (work_type in ('BOOKING', 'CONTRACT')),
  work_id      text not null,
  provider_id  text not null references accounts on delete cascade,
  times        integer not null,
  last_at      timestamptz not null,
  primary key (work_type, work_id)
);
comment on table review_requests is 'How often a customer was asked for a review.';
