-- Which attempt has a call in hand, since when, and whether what it asks for has happened: written with the change itself, so that
-- a repetition after a crash between work and answer does not do the work again, and an attempt that was given up for dead does none.
alter table idempotency add column claim text;
alter table idempotency add column claimed_at timestamptz;
alter table idempotency add column worked boolean not null default false;
-- As text, so that a replay is the first answer to the byte.
alter table idempotency alter column body type json using body::json;
