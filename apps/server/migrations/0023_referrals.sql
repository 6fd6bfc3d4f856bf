create table referral_codes (
  provider_id  text primary key references accounts on delete cascade,
  code         text not null unique
);

create table referrals (
  id              text primary key,
  inviter_id      text not null references accounts on delete cascade,
  channel         text not null check (channel in ('EMAIL', 'PHONE', 'LINK')),
  -- Where the invitation went; null for those who came by the link.
  destination     text,
  -- Forgotten with an account that was replaced before it was verified.
  friend_id       text unique references accounts on delete set null,
  status          text not null
                  check (status in ('SENT', 'REGISTERED', 'VERIFIED', 'QUALIFIED', 'REWARDED', 'EXPIRED', 'REJECTED')),
  rejection       text check (rejection in ('SELF_REFERRAL', 'ALREADY_MEMBER', 'SAME_BANK_ACCOUNT')),
  reminders       integer not null default 0,
  reminded_at     timestamptz,
  expires_at      timestamptz not null,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index referrals_inviter on referrals (inviter_id, created_at desc);
create index referrals_open_destination on referrals (destination, created_at) where status in ('SENT', 'REGISTERED');
create index referrals_expires on referrals (expires_at) where status in ('SENT', 'REGISTERED', 'VERIFIED');

-- Tells whether two providers are paid to the same account, without telling which.
alter table profiles add column bank_fingerprint bytea;

-- A friend's first finished job.
create index events_completed on events (provider_id, at) where type = 'booking.completed';
