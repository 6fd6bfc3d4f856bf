-- The claim of a write with an idempotency key is free as soon as its process is gone.

alter table idempotency_keys add column claimed_by text;
comment on column idempotency_keys.claimed_by is
  'The process that runs the request, which holds an advisory lock while it lives.';
