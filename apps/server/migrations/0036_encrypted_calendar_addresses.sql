-- The private address of a calendar is a secret: whoever knows it may read the calendar.

alter table external_calendars alter column url drop not null;
alter table external_calendars add column encrypted_url bytea;
alter table external_calendars add check ((url is null) <> (encrypted_url is null));
comment on column external_calendars.url is 'Address from version 0.1, until it is encrypted.';
comment on column external_calendars.encrypted_url is 'Address, encrypted.';
