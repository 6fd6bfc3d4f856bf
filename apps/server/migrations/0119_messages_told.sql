-- Up to which message of a channel partners were told. What was written before stays untold.
alter table channels add column told_seq bigint not null default 0;
update channels set told_seq = c.last_seq from chat.channels c where c.cid = channels.cid;
