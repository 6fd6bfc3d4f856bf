-- Who is suspended, the latest first, as operators list them.
create index accounts_suspended on accounts (suspended_at desc, id desc) where suspended_at is not null;
