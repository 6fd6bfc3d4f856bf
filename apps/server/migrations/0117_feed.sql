-- The status a thing had after what happened to it, so that an event can say which it had before.
alter table events add column status text;

-- What was written down and is not in the feed yet. Rows come with the change and leave when they are given a place.
create table feed_pending (
  -- Of the event: order within one object.
  seq         bigint primary key,
  event_id    text not null
);

-- The feed partners read: places are given after the commit, by one at a time, so a reader never passes one that comes later.
create table feed (
  seq             bigint primary key,
  event_id        text not null unique,
  type            text not null,
  subject_type    text not null,
  subject_id      text not null,
  resource_seq    integer not null,
  occurred_at     timestamptz not null,
  published_at    timestamptz not null,
  previous_status text,
  object          json not null,
  parent          json
);
create index feed_type on feed (type, seq);
create index feed_published_at on feed (published_at);

-- The last place given, and the last that is no longer kept. Whoever gives places holds this row.
create table feed_head (
  id      boolean primary key default true check (id),
  seq     bigint not null,
  purged  bigint not null
);
insert into feed_head (seq, purged) values (0, 0);
