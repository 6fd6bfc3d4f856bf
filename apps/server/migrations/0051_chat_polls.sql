-- Polls. A poll's row is locked by whoever votes, so that its counts are exact; every change raises its version.
create table chat.polls (
  id           text primary key,
  cid          text not null,
  message_id   text not null,
  created_by   text not null,
  name         text not null,
  description  text not null,
  options      jsonb not null,
  counts       jsonb not null default '{}',
  answers      integer not null default 0,
  is_closed    boolean not null default false,
  allow_answers boolean not null,
  allow_suggestions boolean not null,
  unique_vote  boolean not null,
  max_votes    integer,
  visibility   text not null check (visibility in ('public', 'anonymous')),
  created_at   timestamptz not null,
  version      integer not null default 1
);
create unique index polls_message on chat.polls (cid, message_id);

-- One row for each who took part.
create table chat.poll_voters (
  poll_id    text not null references chat.polls on delete cascade,
  user_id    text not null,
  option_ids text[] not null default '{}',
  answer     text,
  voted_at   timestamptz not null,
  version    integer not null default 1,
  primary key (poll_id, user_id)
);
