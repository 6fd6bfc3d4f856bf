-- The response of a write with an idempotency key is stored in the transaction of its work, so nothing else of the call
-- has to be recorded. The columns that did so stay until no process of version 0.1 writes them.

comment on table idempotency_keys is
  'One row per keyed write, so that a repeated write happens once and gets the same answer (decision 295).';
comment on column idempotency_keys.response_body is
  'The response as a JSON string: encrypted, in base64. Version 0.1 stored the response itself.';

comment on column idempotency_keys.completed is 'Unused since version 0.2.';
comment on column idempotency_keys.created_id is 'Unused since version 0.2.';
comment on column idempotency_keys.result is 'Unused since version 0.2.';
comment on column bookings.request_key is 'Unused since version 0.2.';
comment on column booking_series.request_key is 'Unused since version 0.2.';
comment on column offer_requests.request_key is 'Unused since version 0.2.';
comment on column payments.request_key is 'Unused since version 0.2.';
comment on column webhook_endpoints.request_key is 'Unused since version 0.2.';
