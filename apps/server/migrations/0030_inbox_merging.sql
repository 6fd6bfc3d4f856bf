-- The same thing said of the same object again within moments is one notification: the later transactions it took in.
alter table inbox.notifications add column merged text[] not null default '{}';

-- Finds what was said of one object, to merge with it or to complete it.
drop index inbox.notifications_about;
create index notifications_about on inbox.notifications (subscriber_id, workflow, (data ->> 'id'));
