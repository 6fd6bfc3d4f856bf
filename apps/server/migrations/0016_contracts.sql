-- Contracts with their versions, change orders, signatures, milestones and audit trail.

create sequence reference_ct;

create table contracts (
  id                text primary key,
  reference         text not null unique,
  provider_id       text not null references accounts on delete cascade,
  customer_id       text not null references customers,
  offer_id          text references offers,
  offer_revision    integer,
  -- State
  status            text not null check (status in ('DRAFT', 'PENDING_SIGNATURES', 'CHANGES_REQUESTED', 'ACTIVE', 'ON_HOLD',
                      'DISPUTED', 'COMPLETED', 'TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED')),
  signature_status  text not null default 'NONE' check (signature_status in ('NONE', 'PROVIDER_SIGNED', 'FULLY_SIGNED')),
  last_action       text,
  last_action_by    text,
  fired_timers      text[] not null default '{}',
  dispute_id        text,
  version           integer not null default 1,
  -- Content
  title             text not null,
  currency          char(3) not null,
  time_zone         text not null,
  total             bigint not null,
  content           jsonb not null,
  current_version   integer not null default 0,
  -- Course
  sent_at           timestamptz,
  sign_by           timestamptz,
  changes           jsonb,
  activated_at      timestamptz,
  start_early       boolean not null default false,
  withdraw_until    timestamptz,
  hold              jsonb,
  completed_at      timestamptz,
  termination       jsonb,
  ended             jsonb,
  -- Audit trail
  audit_seq         integer not null default 0,
  audit_head        text not null default repeat('0', 64),
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
comment on table contracts is 'Agreements that both sides sign.';
comment on column contracts.offer_id is 'The accepted offer it was made from; `offer_revision` is the accepted revision.';
comment on column contracts.last_action is 'With `last_action_by`: the last action. The same action again is answered, not refused.';
comment on column contracts.fired_timers is 'Timers that fired, as `kind@due`. Each fires once.';
comment on column contracts.content is 'The draft; once it is sent, what was sent, with the change orders both sides signed.';
comment on column contracts.start_early is 'Whether work may start before the right of withdrawal ends.';
comment on column contracts.audit_seq is 'Number of the last entry of the audit trail; `audit_head` is its hash.';
create index contracts_latest on contracts (provider_id, updated_at desc, id desc);
create index contracts_by_status on contracts (provider_id, status, updated_at desc, id desc) include (total, currency);
create index contracts_of_customer on contracts (customer_id, created_at desc, id desc);
create index contracts_of_provider on contracts (provider_id, created_at desc, id desc);
create index contracts_created on contracts (created_at desc, id desc);
-- At most one live contract for an offer.
create unique index contracts_live_of_offer on contracts (offer_id)
  where offer_id is not null and status not in ('TERMINATED', 'DECLINED', 'EXPIRED', 'VOIDED');

create table contract_versions (
  contract_id   text not null references contracts on delete cascade,
  number        integer not null,
  reason        text not null check (reason in ('INITIAL', 'CHANGES_REQUESTED', 'AMENDMENT')),
  snapshot      text not null,
  content_hash  text not null,
  certificate   text,
  pdf_key       text,
  pdf_sha256    text,
  created_at    timestamptz not null,
  primary key (contract_id, number)
);
comment on table contract_versions is
  'Versions that were sent or signed. A trigger refuses changes; certificate and PDF are written once.';
comment on column contract_versions.snapshot is 'The text as canonical JSON (RFC 8785); `content_hash` is its SHA-256.';
comment on column contract_versions.certificate is 'Text of the certificate page, once both sides have signed.';
comment on column contract_versions.pdf_key is 'Where the file storage keeps the PDF.';
create index contract_versions_by_hash on contract_versions (content_hash);
create index contract_versions_by_pdf on contract_versions (pdf_sha256) where pdf_sha256 is not null;

create function contract_versions_immutable() returns trigger language plpgsql as $$
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
create trigger contract_versions_immutable before update on contract_versions
  for each row execute function contract_versions_immutable();

create table contract_amendments (
  id              text primary key,
  contract_id     text not null references contracts on delete cascade,
  number          integer not null,
  status          text not null check (status in ('DRAFT', 'PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED')),
  author          text not null check (author in ('PROVIDER', 'CUSTOMER')),
  content         jsonb not null,
  total           bigint not null,
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
comment on table contract_amendments is 'Change orders. A trigger refuses changes of a sent one.';
comment on column contract_amendments.snapshot is
  'What is signed, as canonical JSON; `content_hash` is its SHA-256.';
comment on column contract_amendments.version_number is 'The version of the contract it led to.';
create index contract_amendments_pending on contract_amendments (contract_id) where status = 'PENDING';

create function contract_amendments_immutable() returns trigger language plpgsql as $$
begin
  if old.status <> 'DRAFT' and (old.snapshot, old.content_hash, old.content, old.total, old.author, old.number)
       is distinct from (new.snapshot, new.content_hash, new.content, new.total, new.author, new.number)
  then
    raise exception 'a change order that was sent is never changed';
  end if;
  return new;
end $$;
create trigger contract_amendments_immutable before update on contract_amendments
  for each row execute function contract_amendments_immutable();

create table contract_signatures (
  id                    text primary key,
  contract_id           text not null references contracts on delete cascade,
  version_number        integer,
  amendment_id          text references contract_amendments on delete cascade,
  party                 text not null check (party in ('PROVIDER', 'CUSTOMER')),
  content_hash          text not null,
  method                text not null check (method in ('DRAWN', 'TYPED')),
  legal_name            text not null,
  image_file_id         text,
  consent_text_version  text not null,
  consent_locale        text,
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
comment on table contract_signatures is
  'Signatures of versions and change orders. A trigger refuses any change but voiding a signature once.';
comment on column contract_signatures.version_number is 'The signed version; null where a change order was signed.';
comment on column contract_signatures.consent_locale is 'Language in which the signer read the consents.';
comment on column contract_signatures.step_up is 'How the signer proved their identity.';
create index contract_signatures_of on contract_signatures (contract_id, signed_at);
-- A side signs the same text once.
create unique index contract_signatures_once on contract_signatures (contract_id, party, content_hash)
  where voided_at is null;

create function contract_signatures_immutable() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - '{voided_at,void_reason}'::text[] is distinct from to_jsonb(new) - '{voided_at,void_reason}'::text[]
     or old.voided_at is not null
  then
    raise exception 'a signature is never changed, only voided once';
  end if;
  return new;
end $$;
create trigger contract_signatures_immutable before update on contract_signatures
  for each row execute function contract_signatures_immutable();

create table contract_readings (
  contract_id     text not null references contracts on delete cascade,
  person_id       text not null,
  content_hash    text not null,
  opened_at       timestamptz not null,
  read_to_end_at  timestamptz,
  primary key (contract_id, person_id, content_hash)
);
comment on table contract_readings is 'Who opened a text and read it to the end, which signing requires.';

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
  changes             jsonb not null default '[]',
  started_at          timestamptz,
  submitted_at        timestamptz,
  auto_approve_at     timestamptz,
  approved_at         timestamptz,
  approved_by_system  boolean not null default false,
  paid_at             timestamptz,
  invoice_id          text,
  settled_percent     integer,
  settled_amount      bigint,
  dispute_id          text
);
comment on table contract_milestones is 'Parts of a contract that are delivered, approved and paid by themselves.';
comment on column contract_milestones.changes is 'Changes the customer requested after a submission.';
comment on column contract_milestones.settled_percent is 'Where the contract ended early: how much counts as done.';
create index contract_milestones_of on contract_milestones (contract_id, position);

create table contract_audit (
  contract_id  text not null references contracts on delete cascade,
  seq          integer not null,
  entry        text not null,
  entry_hash   text not null,
  primary key (contract_id, seq)
);
comment on table contract_audit is
  'The audit trail. A trigger refuses changes; entries are deleted only together with their contract.';
comment on column contract_audit.entry is 'Canonical JSON that contains the hash of the entry before.';

create function contract_audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from contracts where id = old.contract_id) then
    return old;
  end if;
  raise exception 'the audit trail of a contract is never changed';
end $$;
create trigger contract_audit_append_only before update or delete on contract_audit
  for each row execute function contract_audit_append_only();

create table contract_templates (
  id           text primary key,
  provider_id  text not null references accounts on delete cascade,
  name         text not null,
  content      jsonb not null,
  version      integer not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
comment on table contract_templates is 'Content a provider saved for new contracts.';
create index contract_templates_by_name on contract_templates (provider_id, name, id);

-- Totals of the list

create table contract_totals (
  provider_id  text not null references accounts on delete cascade,
  status       text not null,
  currency     text not null,
  count        integer not null,
  value        bigint not null,
  primary key (provider_id, status, currency)
);
comment on table contract_totals is 'Number and value of each provider''s contracts by status, maintained by triggers.';
comment on column contract_totals.value is 'Sum of the totals, signed change orders included.';

create function sync_contract_totals() returns trigger language plpgsql as $$
begin
  -- Rows are locked in one order, so that two contracts that exchange their status do not deadlock.
  if tg_op = 'UPDATE' then
    perform from contract_totals
    where provider_id = new.provider_id and status in (old.status, new.status) order by status, currency for update;
  end if;
  if tg_op <> 'INSERT' then
    update contract_totals set count = count - 1, value = value - old.total
    where provider_id = old.provider_id and status = old.status and currency = old.currency;
  end if;
  if tg_op <> 'DELETE' then
    insert into contract_totals (provider_id, status, currency, count, value)
    values (new.provider_id, new.status, new.currency, 1, new.total)
    on conflict (provider_id, status, currency) do update
      set count = contract_totals.count + 1, value = contract_totals.value + excluded.value;
  end if;
  return null;
end $$;
create trigger sync_contract_totals after insert or delete on contracts
  for each row execute function sync_contract_totals();
create trigger sync_changed_contract_totals after update on contracts
  for each row when ((old.provider_id, old.status, old.currency, old.total)
    is distinct from (new.provider_id, new.status, new.currency, new.total))
  execute function sync_contract_totals();

-- Search

create table contract_search (
  contract_id  text primary key references contracts on delete cascade,
  provider_id  text not null,
  text         text not null
);
comment on table contract_search is 'Searchable text of each contract, maintained by triggers.';
-- Without a pending list, which every search would have to scan.
create index contract_search_grams on contract_search using gin (search_grams(provider_id, text)) with (fastupdate = off);

create function sync_contract_search() returns trigger language plpgsql as $$
begin
  insert into contract_search (contract_id, provider_id, text)
  select new.id, new.provider_id, normalize_text(concat_ws(E'\n', new.reference, new.title, c.name))
  from customers c where c.id = new.customer_id for share
  on conflict (contract_id) do update set text = excluded.text;
  return null;
end $$;
create trigger sync_contract_search after insert on contracts
  for each row execute function sync_contract_search();
create trigger sync_changed_contract_search after update on contracts
  for each row when ((old.title, old.customer_id) is distinct from (new.title, new.customer_id))
  execute function sync_contract_search();
