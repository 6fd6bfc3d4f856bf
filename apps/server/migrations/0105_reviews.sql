-- What customers say about work, once for each, and what providers keep for themselves about customers (domain §10).

create table reviews (
  id                text primary key,
  provider_id       text not null references accounts on delete cascade,
  customer_id       text not null references customers,
  work_type         text not null check (work_type in ('BOOKING', 'CONTRACT')),
  work_id           text not null,
  work_reference    text not null,
  work_title        text not null,
  -- Nobody rates this work after that, so it is sealed no longer.
  closes_at         timestamptz not null,
  status            text not null check (status in ('SEALED', 'PUBLISHED', 'UNDER_REVIEW', 'HIDDEN')),
  rating            smallint not null check (rating between 1 and 5),
  quality           smallint check (quality between 1 and 5),
  punctuality       smallint check (punctuality between 1 and 5),
  communication     smallint check (communication between 1 and 5),
  value             smallint check (value between 1 and 5),
  comment           text not null,
  photo_file_ids    text[] not null default '{}',
  created_at        timestamptz not null,
  -- Null until the provider may see it.
  published_at      timestamptz,
  reply             text,
  replied_at        timestamptz,
  contest           jsonb,
  hidden            jsonb,
  version           integer not null default 1,
  updated_at        timestamptz not null,
  -- One for each work, however many are sent at once.
  unique (work_type, work_id),
  check ((reply is null) = (replied_at is null)),
  check (status not in ('PUBLISHED', 'UNDER_REVIEW') or published_at is not null)
);
-- A provider's list, newest first, and what it comes to.
create index reviews_of_provider on reviews (provider_id, published_at desc, id desc)
  include (status, rating) where published_at is not null;
create index reviews_unanswered on reviews (provider_id, published_at desc)
  where reply is null and status in ('PUBLISHED', 'UNDER_REVIEW');
create index reviews_of_customer on reviews (customer_id, created_at desc, id desc);

-- Private: for the provider who wrote it, and for operators.
create table customer_ratings (
  work_type     text not null check (work_type in ('BOOKING', 'CONTRACT')),
  work_id       text not null,
  provider_id   text not null references accounts on delete cascade,
  customer_id   text not null references customers,
  rating        smallint not null check (rating between 1 and 5),
  tags          text[] not null,
  note          text not null,
  created_at    timestamptz not null,
  primary key (work_type, work_id)
);
create index customer_ratings_of_provider on customer_ratings (provider_id, created_at desc);

-- How often a customer was asked for a review.
create table review_asks (
  work_type     text not null check (work_type in ('BOOKING', 'CONTRACT')),
  work_id       text not null,
  provider_id   text not null references accounts on delete cascade,
  times         integer not null,
  last_at       timestamptz not null,
  primary key (work_type, work_id)
);
