-- A forwarded message has files of its own that share their bytes: these go with the last that names them.
create index attachments_key on chat.attachments (key) where key is not null;
