-- Files are also owned by customers and partners, who have no account here.
alter table files drop constraint files_owner_id_fkey;
create index files_attached_to on files (attached_to) where attached_to is not null;

create table documents (
  id                    text primary key,
  provider_id           text not null references accounts on delete cascade,
  type                  text not null,
  side                  text not null check (side in ('FRONT', 'BACK', 'SINGLE')),
  -- Null once the file of a withdrawn document is deleted.
  file_id               text references files on delete set null,
  file_name             text not null,
  mime                  text not null,
  size                  integer not null,
  -- Of the bytes as they were uploaded.
  sha256                text not null,
  pages                 integer,
  document_number_last4 text,
  issuer                text,
  issued_at             date,
  expires_at            date,
  status                text not null
                        check (status in ('UPLOADED', 'UNDER_REVIEW', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED')),
  rejection_code        text,
  rejection_note        text,
  reviewed_at           timestamptz,
  supersedes_id         text references documents,
  -- The next day on which something is to be done about its end: a warning, or the end.
  due_on                date,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  version               integer not null default 1
);
create index documents_provider on documents (provider_id, created_at desc);
create index documents_queue on documents (status, created_at, id);
create index documents_due on documents (due_on) where status = 'APPROVED' and due_on is not null;
create index documents_withdrawn on documents (updated_at) where status = 'WITHDRAWN' and file_id is not null;
-- The same file twice, while the first still counts.
create unique index documents_sha256 on documents (provider_id, sha256) where status not in ('WITHDRAWN', 'SUPERSEDED');

-- What the documents say about who somebody is, kept beside the profile that shows it.
alter table profiles add column verification_level text not null default 'NONE'
  check (verification_level in ('NONE', 'PENDING', 'VERIFIED'));
