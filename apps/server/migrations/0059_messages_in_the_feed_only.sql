-- The feed has the messages itself. Their copies among the domain events, with all they said, are not read any more.

delete from events e
where e.type = 'message.created' and not exists (select from feed_pending p where p.event_id = e.id);
