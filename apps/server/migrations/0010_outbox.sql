-- What leaves the house by mail or text message. Deleted once delivered, except where the development outbox shows it.
create table messages (
  id          text primary key,
  seq         bigint generated always as identity,
  channel     text not null check (channel in ('EMAIL', 'SMS', 'PUSH')),
  recipient   text not null,
  subject     text not null,
  text        text not null,
  html        text,
  code        text,
  created_at  timestamptz not null
);
create index messages_recipient on messages (recipient, seq desc);
create index messages_newest on messages (seq desc);
