-- Contract: unused since 0.2. Responses are stored with the work, customers who left have no name in timelines.

-- Responses that version 0.1 stored name no process and are not encrypted. They are kept for a day.
delete from idempotency_keys where claimed_by is null or json_typeof(response_body) = 'object';
alter table idempotency_keys
  drop column completed,
  drop column created_id,
  drop column result,
  alter column claimed_by set not null;
comment on column idempotency_keys.response_body is 'The response as a JSON string: encrypted, in base64.';

alter table bookings drop column request_key;
alter table booking_series drop column request_key;
alter table offer_requests drop column request_key;
alter table payments drop column request_key;
alter table webhook_endpoints drop column request_key;

drop index events_on_behalf;
