-- Both members of a direct channel may block it. The block of the second one was not kept.
alter table chat.channels add column also_blocked_by text;
comment on column chat.channels.also_blocked_by is 'The other member, if they blocked it after blocked_by did.';
