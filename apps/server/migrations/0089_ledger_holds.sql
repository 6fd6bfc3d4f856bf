-- Money that is in dispute: of what one thing brought, so much is neither pending nor available until it is released.
create table ledger_holds (
  id           text primary key,
  provider_id  text not null references ledgers,
  -- Who asked for it, such as a dispute; one hold each.
  held_by      text not null,
  source_type  text not null,
  source_id    text not null,
  amount       bigint not null check (amount > 0),
  -- As of what is held: before, it is taken from what is pending; from then on, from what is available.
  available_at timestamptz not null,
  held_at      timestamptz not null,
  released_at  timestamptz
);
create unique index ledger_holds_open on ledger_holds (held_by, source_type, source_id) where released_at is null;
create index ledger_holds_of_provider on ledger_holds (provider_id) where released_at is null;
