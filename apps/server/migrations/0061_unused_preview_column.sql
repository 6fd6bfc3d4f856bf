-- Contract: unused since 0.1. A preview names its picture by the hash of its bytes.
alter table chat.link_previews drop column image_key;
