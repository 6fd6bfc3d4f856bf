-- The words of messages, in a table of their own: whoever searches puts in what is not in yet, and sending a message
-- waits for none of it.
drop index chat.messages_words;

create table chat.words (
  cid        text not null,
  seq        bigint not null,
  created_at timestamptz not null,
  words      tsvector not null,
  primary key (cid, seq)
);
create index words_found on chat.words using gin (words);

-- Up to which place the messages of a channel are in.
create table chat.worded (
  cid text primary key,
  seq bigint not null
);
