-- Money whose work is not done yet has no date from which it can be paid out.

alter table ledger_entries alter column available_at drop not null;
alter table ledger_holds alter column available_at drop not null;
comment on column ledger_entries.available_at is
  'When the money can be paid out. Null for a deposit, which waits for its work.';

alter table ledger_entries disable trigger ledger_entries_append_only;
update ledger_entries set available_at = null where available_at = '9999-12-31T00:00:00Z';
alter table ledger_entries enable trigger ledger_entries_append_only;
update ledger_holds set available_at = null where available_at = '9999-12-31T00:00:00Z';
