-- A secret signs for a day after its rotation, also when the next one follows within that day.
alter table webhook_endpoints add column earlier_until timestamptz[] not null default '{}';
comment on column webhook_endpoints.earlier_until is
  'Until when deliveries are also signed with the secrets before the previous one, newest first.';
