-- What a provider knows about each customer: private notes and tags, and when the two last wrote to each other.

alter table provider_customers
  add column note text not null default '',
  add column tags text[] not null default '{}',
  add column notes_version integer not null default 0;
comment on column provider_customers.note is 'Private to the provider, as are `tags`. `notes_version` counts the changes of both.';

alter table conversations add column last_message_at timestamptz;
comment on column conversations.last_message_at is 'When one of the two last wrote. Set as messages are published to partners.';

update conversations c set last_message_at = (
  select max(e.occurred_at) from events e
  where e.subject_type = 'channel' and e.subject_id = c.id and e.type = 'message.created');
