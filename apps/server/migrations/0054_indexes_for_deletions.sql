-- Whether a cached preview or a message still shows an image. Read when a message with a link preview is deleted.
create index link_previews_images on chat.link_previews ((preview -> 'image' ->> 'id'));
create index messages_previews on chat.messages using gin ((extras -> 'previews') jsonb_path_ops)
  where extras ? 'previews';

-- Read by customer when one is deleted.
create index conversations_of_customer on conversations (customer_id);
