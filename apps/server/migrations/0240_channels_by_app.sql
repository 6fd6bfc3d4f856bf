-- Who opened a channel: the app, or a user on their own. People who share a channel of the app's know one another, and
-- may open channels of their own; a channel that a user made by themselves links nobody.
alter table chat.channels add column by_app boolean not null default false;

update chat.channels c set by_app = true
where c.created_by is null or exists (select from channels p where p.cid = c.cid);
