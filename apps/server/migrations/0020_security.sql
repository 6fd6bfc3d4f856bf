-- When somebody last proved who they are within a session, and how.
alter table sessions add column stepped_up_at timestamptz;
alter table sessions add column step_up_method text check (step_up_method in ('PASSWORD', 'OTP'));

-- What an account was signed in from before: anything else is told to its owner.
create table known_devices (
  account_id    text not null references accounts on delete cascade,
  name          text not null,
  last_seen_at  timestamptz not null,
  primary key (account_id, name)
);
