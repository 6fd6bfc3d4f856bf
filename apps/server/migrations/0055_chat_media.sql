-- What a conversation holds besides words, found without reading through it. Most messages are in none of these.
create index messages_pictures on chat.messages (cid, seq)
  where extras @? '$.attachments[*] ? (@.kind == "image" || @.kind == "video")';
create index messages_files on chat.messages (cid, seq)
  where extras @? '$.attachments[*] ? (@.kind == "file" || @.kind == "voice")';
create index messages_links on chat.messages (cid, seq) where text ~* 'https?://';
