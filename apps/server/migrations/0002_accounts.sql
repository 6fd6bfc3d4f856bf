-- Who may sign in.
create table accounts (
  id                text primary key,
  email             text not null unique,
  phone             text,
  first_name        text not null,
  last_name         text not null,
  -- Null for those who only ever signed in elsewhere.
  password_hash     text,
  verified_at       timestamptz,
  phone_verified_at timestamptz,
  onboarded_at      timestamptz,
  terms_version     text,
  terms_accepted_at timestamptz,
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
-- A number belongs to the first account that proves its email; until then it blocks nobody.
create unique index accounts_phone_verified on accounts (phone) where verified_at is not null;
create index accounts_phone on accounts (phone);

create table sessions (
  id            text primary key,
  account_id    text not null references accounts on delete cascade,
  method        text not null check (method in ('PASSWORD', 'GOOGLE')),
  created_at    timestamptz not null,
  last_seen_at  timestamptz not null,
  expires_at    timestamptz not null,
  address       text,
  user_agent    text
);
create index sessions_account on sessions (account_id);
create index sessions_last_seen on sessions (last_seen_at);

-- What opens a session, by its SHA-256: bearer tokens, and the cookie that may ask for a fresh one.
create table session_tokens (
  hash        bytea primary key,
  session_id  text not null references sessions on delete cascade,
  kind        text not null check (kind in ('BEARER', 'COOKIE')),
  created_at  timestamptz not null
);
create index session_tokens_session on session_tokens (session_id);

-- The newest one-time code of each kind. `subject` is what it is looked up by: the email address, or the account of
-- somebody signed in. A row without an account is a decoy, so that an unknown address answers like a known one.
create table one_time_codes (
  subject      text not null,
  type         text not null,
  account_id   text references accounts on delete cascade,
  code_hash    bytea not null,
  wrong_tries  integer not null default 0,
  payload      jsonb,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  verified_at  timestamptz,
  primary key (subject, type)
);
create index one_time_codes_account on one_time_codes (account_id);
create index one_time_codes_created on one_time_codes (created_at);

-- When codes were sent where: cool-downs and limits are counted here, across processes.
create table code_sends (
  destination  text not null,
  type         text not null,
  at           timestamptz not null
);
create index code_sends_destination on code_sends (destination, type, at);
create index code_sends_at on code_sends (at);

create table verification_tokens (
  hash        bytea primary key,
  account_id  text not null references accounts on delete cascade,
  expires_at  timestamptz not null
);
create index verification_tokens_account on verification_tokens (account_id);

-- Counters with an end, for throttles that hold across processes.
create table throttles (
  key        text primary key,
  count      integer not null,
  resets_at  timestamptz not null
);
create index throttles_resets_at on throttles (resets_at);

-- Bytes somebody sent, once looked at. Where they are kept is `key`.
create table files (
  id           text primary key,
  owner_id     text not null references accounts on delete cascade,
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
  -- What it belongs to; uploads nobody claims are deleted after a day.
  attached_to  text,
  created_at   timestamptz not null
);
create index files_owner on files (owner_id, created_at);
create index files_unattached on files (created_at) where attached_to is null;

create table profiles (
  account_id           text primary key references accounts on delete cascade,
  date_of_birth        date,
  gender               text,
  address              text,
  city                 text,
  state                text,
  country              char(2),
  account_name         text,
  bank_name            text,
  bank_code            text,
  -- AES-256-GCM with a key kept apart from the database.
  account_number       bytea,
  account_number_last4 text,
  bank_changed_at      timestamptz,
  service_type         text,
  skill_level          text,
  years_of_experience  integer,
  services_provided    text,
  avatar_file_id       text references files on delete set null,
  onboarding_step      text not null default 'PERSONAL_INFO'
                       check (onboarding_step in ('PERSONAL_INFO', 'DOCUMENTS', 'PROFESSIONAL_INFO', 'COMPLETED')),
  version              integer not null default 1,
  updated_at           timestamptz not null
);
create index profiles_service_type on profiles (service_type);
