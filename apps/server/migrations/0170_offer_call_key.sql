-- A new offer that was begun without a connection is created once, however late its first answer is missed.
alter table offers add column call_key bytea unique;
