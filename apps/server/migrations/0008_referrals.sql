-- Inviting other providers.

create table referral_codes (
  provider_id  text primary key references accounts on delete cascade,
  code         text not null unique
);
comment on table referral_codes is 'The code in each provider''s invitation link.';

create table referrals (
  id           text primary key,
  inviter_id   text not null references accounts on delete cascade,
  channel      text not null check (channel in ('EMAIL', 'PHONE', 'LINK')),
  destination  text,
  friend_id    text unique references accounts on delete set null,
  status       text not null
               check (status in ('SENT', 'REGISTERED', 'VERIFIED', 'QUALIFIED', 'REWARDED', 'EXPIRED', 'REJECTED')),
  rejection    text check (rejection in ('SELF_REFERRAL', 'ALREADY_MEMBER', 'SAME_BANK_ACCOUNT')),
  reminders    integer not null default 0,
  reminded_at  timestamptz,
  expires_at   timestamptz not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null
);
comment on table referrals is 'Invitations and what came of them.';
comment on column referrals.destination is 'Mail address or phone number of the invitation; null for people who came by the link.';
comment on column referrals.friend_id is
  'The invited account. Null again when the account is replaced before it is verified.';
create index referrals_inviter on referrals (inviter_id, created_at desc);
create index referrals_open_destination on referrals (destination, created_at) where status in ('SENT', 'REGISTERED');
create index referrals_expires on referrals (expires_at) where status in ('SENT', 'REGISTERED', 'VERIFIED');
