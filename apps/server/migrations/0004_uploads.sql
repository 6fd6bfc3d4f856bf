-- Uploaded files.

create table files (
  id           text primary key,
  owner_id     text not null,
  purpose      text not null,
  key          text not null unique,
  name         text not null,
  mime         text not null,
  size         integer not null,
  sha256       text not null,
  width        integer,
  height       integer,
  pages        integer,
  taken_at     timestamptz,
  attached_to  text,
  created_at   timestamptz not null
);
comment on table files is 'Uploaded files that passed the inspection.';
comment on column files.owner_id is 'An account, a customer or an API key: no foreign key.';
comment on column files.key is 'Where the file storage keeps the bytes.';
comment on column files.attached_to is 'The record the file belongs to. Files without one are deleted after a day.';
create index files_owner on files (owner_id, created_at);
create index files_attached_to on files (attached_to) where attached_to is not null;
create index files_unattached on files (created_at) where attached_to is null;
