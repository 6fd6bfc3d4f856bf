-- Providers may protect their account with passkeys or an authenticator app.

create table second_factors (
  id             text primary key,
  account_id     text not null references accounts on delete cascade,
  kind           text not null check (kind in ('PASSKEY', 'TOTP')),
  name           text not null,
  credential_id  text unique,
  public_key     bytea,
  counter        bigint,
  transports     text[],
  secret         bytea,
  last_step      bigint,
  created_at     timestamptz not null,
  last_used_at   timestamptz,
  constraint second_factors_passkey check ((kind = 'PASSKEY') = (num_nonnulls(credential_id, public_key, counter, transports) = 4)),
  constraint second_factors_totp check ((kind = 'TOTP') = (num_nonnulls(secret, last_step) = 2))
);
comment on table second_factors is 'Passkeys and authenticator apps of a provider.';
comment on column second_factors.counter is 'Signatures made, as the passkey reports them. A lower one later is a copy.';
comment on column second_factors.secret is 'The secret of the authenticator app, encrypted.';
comment on column second_factors.last_step is 'Time step of the last accepted code. Codes of it and before are refused.';
create index second_factors_account on second_factors (account_id);
create unique index second_factors_one_totp on second_factors (account_id) where kind = 'TOTP';

create table recovery_codes (
  account_id  text not null references accounts on delete cascade,
  hash        bytea not null,
  primary key (account_id, hash)
);
comment on table recovery_codes is 'Hashes of unused recovery codes.';

create table factor_challenges (
  subject     text not null,
  purpose     text not null check (purpose in ('LOGIN', 'SECOND_STEP', 'STEP_UP', 'ADD_PASSKEY', 'ADD_TOTP')),
  value       bytea not null,
  expires_at  timestamptz not null,
  primary key (subject, purpose)
);
comment on table factor_challenges is 'Open challenges of passkeys, and secrets of authenticator apps that are being added.';
comment on column factor_challenges.subject is 'What it is bound to: a session, or the hash of a token.';
create index factor_challenges_expires on factor_challenges (expires_at);

create table pending_sign_ins (
  hash        bytea primary key,
  account_id  text not null references accounts on delete cascade,
  method      text not null check (method in ('PASSWORD', 'GOOGLE')),
  expires_at  timestamptz not null
);
comment on table pending_sign_ins is 'Sign-ins that wait for their second factor, by the hash of their token.';
create index pending_sign_ins_account on pending_sign_ins (account_id);
create index pending_sign_ins_expires on pending_sign_ins (expires_at);

create table remembered_devices (
  account_id    text not null references accounts on delete cascade,
  device_id     text not null,
  user_agent    text,
  last_used_at  timestamptz not null,
  expires_at    timestamptz not null,
  primary key (account_id, device_id)
);
comment on table remembered_devices is 'Devices that sign in without a second factor. device_id is that of device_tokens.';
create index remembered_devices_expires on remembered_devices (expires_at);

create table second_factor_resets (
  account_id    text primary key references accounts on delete cascade,
  reason        text not null,
  operator      text not null,
  requested_at  timestamptz not null,
  resets_at     timestamptz not null
);
comment on table second_factor_resets is 'Removals of all second factors an operator requested, until they happen or are cancelled.';

alter table sessions add column device_id text;
comment on column sessions.device_id is 'The device of the sign-in, as in device_tokens.';
alter table sessions drop constraint sessions_method_check;
alter table sessions add constraint sessions_method_check check (method in ('PASSWORD', 'GOOGLE', 'PASSKEY'));
alter table sessions drop constraint sessions_step_up_method_check;
alter table sessions add constraint sessions_step_up_method_check
  check (step_up_method in ('PASSWORD', 'OTP', 'PASSKEY', 'TOTP', 'RECOVERY_CODE'));
alter table contract_signatures drop constraint contract_signatures_step_up_check;
alter table contract_signatures add constraint contract_signatures_step_up_check
  check (step_up in ('PASSWORD', 'OTP', 'PASSKEY', 'TOTP', 'RECOVERY_CODE'));
