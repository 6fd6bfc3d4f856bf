-- Contracts: written, signed by both, worked off milestone by milestone (domain §7).

create sequence reference_ct;

create table contracts (
  id                text primary key,
  reference         text not null unique,
  provider_id       text not null references accounts on delete cascade,
  customer_id       text not null references customers,
  -- The accepted offer it was made from, and which revision of it.
  offer_id          text references offers,
  offer_revision    integer,
  status            text not null check (status in ('DRAFT', 'PENDING_SIGNATURES', 'CHANGES_REQUESTED', 'ACTIVE', 'ON_HOLD',
                      'DISPUTED', 'COMPLETED', 'TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED')),
  signature_status  text not null default 'NONE' check (signature_status in ('NONE', 'PROVIDER_SIGNED', 'FULLY_SIGNED')),
  title             text not null,
  currency          char(3) not null,
  time_zone         text not null,
  total             bigint not null,
  -- What is being written; once it is sent, what was, with the change orders both signed.
  content           jsonb not null,
  current_version   integer not null default 0,
  sent_at           timestamptz,
  sign_by           timestamptz,
  activated_at      timestamptz,
  completed_at      timestamptz,
  start_early       boolean not null default false,
  withdraw_until    timestamptz,
  changes           jsonb,
  hold              jsonb,
  termination       jsonb,
  ended             jsonb,
  -- Where the audit trail ends.
  audit_seq         integer not null default 0,
  audit_head        text not null default repeat('0', 64),
  -- The last move and who made it: the same once more is answered, not refused.
  last_action       text,
  last_action_by    text,
  -- Timers that rang already, `kind@due`: each rings once.
  rung              text[] not null default '{}',
  version           integer not null default 1,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
-- Lists read one of these in its order; the counts and sums of a provider's states come out of the second.
create index contracts_latest on contracts (provider_id, updated_at desc, id desc);
create index contracts_by_status on contracts (provider_id, status, updated_at desc, id desc) include (total, currency);
create index contracts_of_customer on contracts (customer_id, created_at desc, id desc);
create index contracts_of_provider on contracts (provider_id, created_at desc, id desc);
create index contracts_created on contracts (created_at desc, id desc);
-- One live contract for an offer, however many ask at once.
create unique index contracts_live_of_offer on contracts (offer_id)
  where offer_id is not null and status not in ('TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED');

-- What was sent or signed: never a byte of it changes again.
create table contract_versions (
  contract_id   text not null references contracts on delete cascade,
  number        integer not null,
  reason        text not null check (reason in ('INITIAL', 'CHANGES_REQUESTED', 'AMENDMENT')),
  -- Canonical JSON (RFC 8785), and its SHA-256.
  snapshot      text not null,
  content_hash  text not null,
  created_at    timestamptz not null,
  -- What the certificate page says once both have signed; then the paper: each is written once.
  certificate   text,
  pdf_key       text,
  pdf_sha256    text,
  primary key (contract_id, number)
);
create index contract_versions_by_hash on contract_versions (content_hash);
create index contract_versions_by_paper on contract_versions (pdf_sha256) where pdf_sha256 is not null;

create function contract_versions_stay() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{certificate,pdf_key,pdf_sha256}'::text[]
       is distinct from to_jsonb(new) - '{certificate,pdf_key,pdf_sha256}'::text[]
     or (old.certificate is not null and old.certificate is distinct from new.certificate)
     or (old.pdf_key is not null and old.pdf_key is distinct from new.pdf_key)
     or (old.pdf_sha256 is not null and old.pdf_sha256 is distinct from new.pdf_sha256)
  then
    raise exception 'a version of a contract is never changed';
  end if;
  return new;
end $$;
create trigger contract_versions_stay before update on contract_versions
  for each row execute function contract_versions_stay();

create table contract_amendments (
  id              text primary key,
  contract_id     text not null references contracts on delete cascade,
  number          integer not null,
  status          text not null check (status in ('DRAFT', 'PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  author          text not null check (author in ('PROVIDER', 'CUSTOMER')),
  content         jsonb not null,
  total           bigint not null,
  -- What is signed: canonical JSON, and its SHA-256.
  snapshot        text not null,
  content_hash    text not null,
  version_number  integer,
  answer_note     text,
  created_at      timestamptz not null,
  sent_at         timestamptz,
  expires_at      timestamptz,
  decided_at      timestamptz,
  unique (contract_id, number)
);
create index contract_amendments_pending on contract_amendments (contract_id) where status = 'PENDING';

create function contract_amendments_stay() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (old.snapshot, old.content_hash, old.content, old.total, old.author, old.number)
       is distinct from (new.snapshot, new.content_hash, new.content, new.total, new.author, new.number)
  then
    raise exception 'a change order that was sent is never changed';
  end if;
  return new;
end $$;
create trigger contract_amendments_stay before update on contract_amendments
  for each row execute function contract_amendments_stay();

create table contract_signatures (
  id                    text primary key,
  contract_id           text not null references contracts on delete cascade,
  -- One of the two: what was signed.
  version_number        integer,
  amendment_id          text references contract_amendments on delete cascade,
  party                 text not null check (party in ('PROVIDER', 'CUSTOMER')),
  content_hash          text not null,
  method                text not null check (method in ('DRAWN', 'TYPED')),
  legal_name            text not null,
  image_file_id         text,
  consent_text_version  text not null,
  step_up               text not null check (step_up in ('PASSWORD', 'OTP')),
  step_up_at            timestamptz not null,
  signed_at             timestamptz not null,
  ip                    text,
  user_agent            text,
  time_zone             text,
  voided_at             timestamptz,
  void_reason           text,
  check ((version_number is null) <> (amendment_id is null))
);
create index contract_signatures_of on contract_signatures (contract_id, signed_at);
-- A side signs the same text once.
create unique index contract_signatures_once on contract_signatures (contract_id, party, content_hash)
  where voided_at is null;

create function contract_signatures_stay() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{voided_at,void_reason}'::text[] is distinct from to_jsonb(new) - '{voided_at,void_reason}'::text[]
     or old.voided_at is not null
  then
    raise exception 'a signature is never changed, only voided once';
  end if;
  return new;
end $$;
create trigger contract_signatures_stay before update on contract_signatures
  for each row execute function contract_signatures_stay();

create table contract_milestones (
  id                  text primary key,
  contract_id         text not null references contracts on delete cascade,
  position            integer not null,
  title               text not null,
  description         text not null,
  amount              bigint not null check (amount >= 0),
  due_date            date,
  status              text not null check (status in ('PENDING', 'IN_PROGRESS', 'SUBMITTED', 'CHANGES_REQUESTED', 'APPROVED',
                        'PAID', 'CANCELLED')),
  booking_ids         text[] not null default '{}',
  evidence_ids        text[] not null default '{}',
  note                text,
  started_at          timestamptz,
  submitted_at        timestamptz,
  auto_approve_at     timestamptz,
  approved_at         timestamptz,
  approved_by_system  boolean not null default false,
  paid_at             timestamptz,
  invoice_id          text,
  settled_percent     integer,
  settled_amount      bigint,
  changes             jsonb not null default '[]'
);
create index contract_milestones_of on contract_milestones (contract_id, position);

-- The audit trail: each entry as canonical JSON, chained by hashes.
create table contract_audit (
  contract_id  text not null references contracts on delete cascade,
  seq          integer not null,
  entry        text not null,
  entry_hash   text not null,
  primary key (contract_id, seq)
);
-- Added to, never changed, and gone only with its contract.
create function contract_audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from contracts where id = old.contract_id) then
    return old;
  end if;
  raise exception 'the audit trail of a contract is never changed';
end $$;
create trigger contract_audit_append_only before update or delete on contract_audit
  for each row execute function contract_audit_is_append_only();

-- Who had a text open, and who was at its end: nobody signs without.
create table contract_readings (
  contract_id     text not null references contracts on delete cascade,
  person_id       text not null,
  content_hash    text not null,
  opened_at       timestamptz not null,
  read_to_end_at  timestamptz,
  primary key (contract_id, person_id, content_hash)
);

create table contract_templates (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  name         text not null,
  content      jsonb not null,
  version      integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
create index contract_templates_by_name on contract_templates (provider_id, name, id);
