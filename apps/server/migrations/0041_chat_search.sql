-- Finds messages by the beginnings of their words, in any language. New messages wait in the index's own queue, which
-- is worked off by the database in the background, so that sending does not wait for it.
create index messages_words on chat.messages using gin (to_tsvector('simple', text))
  with (fastupdate = on, gin_pending_list_limit = 16384)
  where kind = 'regular';
