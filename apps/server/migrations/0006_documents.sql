-- Proofs a provider uploads: licence, insurance, identity.

create table documents (
  id                     text primary key,
  provider_id            text not null references accounts on delete cascade,
  type                   text not null,
  side                   text not null check (side in ('FRONT', 'BACK', 'SINGLE')),
  status                 text not null
                         check (status in ('UPLOADED', 'UNDER_REVIEW', 'APPROVED', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'SUPERSEDED')),
  file_id                text references files on delete set null,
  file_name              text not null,
  mime                   text not null,
  size                   integer not null,
  sha256                 text not null,
  pages                  integer,
  document_number_last4  text,
  issuer                 text,
  issued_at              date,
  expires_at             date,
  rejection_code         text,
  rejection_note         text,
  reviewed_at            timestamptz,
  supersedes_id          text references documents,
  due_on                 date,
  version                integer not null default 1,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);
comment on table documents is 'Documents with their review by an operator.';
comment on column documents.file_id is 'Null once the file of a withdrawn document is deleted.';
comment on column documents.sha256 is 'Of the bytes as uploaded, before they were re-encoded.';
comment on column documents.due_on is 'The next day on which the provider is warned of the expiry, or the document expires.';
create index documents_provider on documents (provider_id, created_at desc);
create index documents_queue on documents (status, created_at, id);
create index documents_due on documents (due_on) where status = 'APPROVED' and due_on is not null;
create index documents_withdrawn on documents (updated_at) where status = 'WITHDRAWN' and file_id is not null;
-- The same file cannot be uploaded twice while the first one counts.
create unique index documents_sha256 on documents (provider_id, sha256) where status not in ('WITHDRAWN', 'SUPERSEDED');
