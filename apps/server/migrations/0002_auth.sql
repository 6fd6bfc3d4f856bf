-- Accounts, sessions, verification codes, known devices and limits.

create table accounts (
  id                 text primary key,
  email              text not null unique,
  phone              text,
  first_name         text not null,
  last_name          text not null,
  locale             text not null default 'en',
  password_hash      text,
  google_subject     text unique,
  verified_at        timestamptz,
  phone_verified_at  timestamptz,
  onboarded_at       timestamptz,
  terms_version      text,
  terms_accepted_at  timestamptz,
  suspended_at       timestamptz,
  suspended_until    timestamptz,
  suspension_reason  text,
  closing_at         timestamptz,
  closing_reason     text,
  closed_at          timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  constraint accounts_suspension check (num_nonnulls(suspended_at, suspended_until, suspension_reason) in (0, 3))
);
comment on table accounts is 'Providers as they register and sign in.';
comment on column accounts.locale is 'Language the person last used; mails and notifications are written in it.';
comment on column accounts.password_hash is 'Null for people who only sign in with Google.';
comment on column accounts.google_subject is 'Subject at the OpenID provider. It never changes; the mail address may.';
comment on column accounts.verified_at is 'When the mail address was verified.';
comment on column accounts.suspended_until is 'Until then the account is read-only, except for running jobs.';
comment on column accounts.closing_at is 'When the closing takes effect. Signing in before that keeps the account.';
comment on column accounts.closed_at is 'When all personal data was erased.';
-- A phone number belongs to the first account with a verified mail address; until then it blocks nobody.
create unique index accounts_phone_verified on accounts (phone) where verified_at is not null;
create index accounts_phone on accounts (phone);
create index accounts_closing on accounts (closing_at) where closing_at is not null and closed_at is null;
create index accounts_suspended on accounts (suspended_at desc, id desc) where suspended_at is not null;

create table sessions (
  id              text primary key,
  account_id      text not null references accounts on delete cascade,
  method          text not null check (method in ('PASSWORD', 'GOOGLE')),
  stepped_up_at   timestamptz,
  step_up_method  text check (step_up_method in ('PASSWORD', 'OTP')),
  address         text,
  user_agent      text,
  created_at      timestamptz not null,
  last_seen_at    timestamptz not null,
  expires_at      timestamptz not null
);
comment on table sessions is 'One sign-in on one device.';
comment on column sessions.stepped_up_at is 'When the person last proved the password or a code again in this session.';
comment on column sessions.address is 'IP address of the sign-in.';
create index sessions_account on sessions (account_id);
create index sessions_last_seen on sessions (last_seen_at);

create table session_tokens (
  hash        bytea primary key,
  session_id  text not null references sessions on delete cascade,
  kind        text not null check (kind in ('BEARER', 'COOKIE')),
  created_at  timestamptz not null
);
comment on table session_tokens is 'SHA-256 of the bearer tokens of a session, and of the cookie that gets new ones.';
create index session_tokens_session on session_tokens (session_id);

create table verification_codes (
  subject          text not null,
  type             text not null,
  account_id       text references accounts on delete cascade,
  code_hash        bytea not null,
  failed_attempts  integer not null default 0,
  payload          jsonb,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  verified_at      timestamptz,
  primary key (subject, type)
);
comment on table verification_codes is 'The newest verification code of each type.';
comment on column verification_codes.subject is 'What the code is looked up by: the mail address, or the account id.';
comment on column verification_codes.account_id is
  'Null in a decoy row, which makes an unknown address answer like a known one.';
create index verification_codes_account on verification_codes (account_id);
create index verification_codes_created on verification_codes (created_at);

create table verification_code_sends (
  destination  text not null,
  type         text not null,
  at           timestamptz not null
);
comment on table verification_code_sends is 'When verification codes were sent, to enforce pauses and limits across processes.';
create index verification_code_sends_destination on verification_code_sends (destination, type, at);
create index verification_code_sends_at on verification_code_sends (at);

create table verification_tokens (
  hash        bytea primary key,
  account_id  text not null references accounts on delete cascade,
  expires_at  timestamptz not null
);
comment on table verification_tokens is 'Hashes of tokens that prove a verified code until the next step is done.';
create index verification_tokens_account on verification_tokens (account_id);

create table throttles (
  key        text primary key,
  count      integer not null,
  resets_at  timestamptz not null
);
comment on table throttles is 'Rate limit counters shared by all processes (decision 010).';
create index throttles_resets_at on throttles (resets_at);

create table known_devices (
  account_id    text not null references accounts on delete cascade,
  name          text not null,
  last_seen_at  timestamptz not null,
  primary key (account_id, name)
);
comment on table known_devices is
  'Devices that signed in to an account before. A sign-in from another one is reported to the provider.';

create table device_tokens (
  hash        bytea not null,
  device_id   text not null,
  account_id  text not null references accounts on delete cascade,
  expires_at  timestamptz not null,
  primary key (hash, account_id)
);
comment on table device_tokens is
  'Hashes of cookies of browsers that signed in before. Failed logins are counted for each of them (decision 259).';
comment on column device_tokens.device_id is 'Stays the same when the token is replaced.';
create index device_tokens_account on device_tokens (account_id, device_id);
create index device_tokens_expiry on device_tokens (expires_at);

create table google_flows (
  hash           bytea primary key,
  state          text not null,
  nonce          text not null,
  code_verifier  text not null,
  redirect_uri   text not null,
  expires_at     timestamptz not null
);
comment on table google_flows is 'Google sign-ins in progress, by the hash of a cookie. Each can be used once.';
create index google_flows_expires on google_flows (expires_at);
