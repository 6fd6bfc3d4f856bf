-- Set before a scheduled message is sent: from then on its author can neither change nor delete it.
alter table chat.scheduled_messages add column is_sending boolean not null default false;
