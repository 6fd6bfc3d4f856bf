-- The ordered list of events a marketplace reads (decision 115).

create table feed_pending (
  seq       bigint primary key,
  event_id  text not null
);
comment on table feed_pending is
  'Events without a position in the feed. Rows are written with the event and deleted once it has a position.';
comment on column feed_pending.seq is 'Sequence number of the event: the order within one subject.';

create table feed (
  seq              bigint primary key,
  event_id         text not null unique,
  type             text not null,
  subject_type     text not null,
  subject_id       text not null,
  resource_seq     integer not null,
  previous_status  text,
  object           json not null,
  parent           json,
  occurred_at      timestamptz not null,
  published_at     timestamptz not null
);
comment on table feed is 'Events as partners read them.';
comment on column feed.seq is
  'Position, assigned after the commit by one process at a time: a reader never misses an event that commits later.';
create index feed_type on feed (type, seq);
create index feed_published_at on feed (published_at);

create table feed_state (
  singleton   boolean primary key default true check (singleton),
  last_seq    bigint not null,
  purged_seq  bigint not null
);
comment on table feed_state is 'One row, locked by the process that assigns positions.';
comment on column feed_state.last_seq is 'The last assigned position.';
comment on column feed_state.purged_seq is 'The last position that was purged.';
insert into feed_state (last_seq, purged_seq) values (0, 0);
