-- What the product has to tell a provider, written with the change it tells of. The notification service gets it by a
-- job; what moved on before it was told is told as settled.
create table notices (
  id            text primary key,
  provider_id   text not null,
  workflow      text not null,
  params        jsonb not null,
  subject_type  text not null,
  subject_id    text not null,
  at            timestamptz not null,
  settled_at    timestamptz
);
create index notices_open on notices (subject_type, subject_id, workflow) where settled_at is null;
