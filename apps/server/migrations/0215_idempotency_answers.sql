-- What a write came to, where it is small enough to be noted with the change: a repetition after a crash is answered with it.
alter table idempotency add column answer json;
