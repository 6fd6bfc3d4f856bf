-- Reminders of an unanswered offer that are sent automatically, if the provider wants them.

alter table offers add column auto_remind_since timestamptz;
comment on column offers.auto_remind_since is 'When automatic reminders were turned on. Null: off.';
