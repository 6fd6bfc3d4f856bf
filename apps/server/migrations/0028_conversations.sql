-- Conversations: the link between the product and the chat service.

create table conversations (
  id             text primary key,
  cid            text not null unique,
  provider_id    text not null references accounts,
  customer_id    text not null references customers,
  published_seq  bigint not null default 0,
  created_at     timestamptz not null,
  unique (provider_id, customer_id)
);
comment on table conversations is 'The conversation of a provider and a customer.';
comment on column conversations.cid is 'The channel''s id in the chat service.';
comment on column conversations.published_seq is 'Sequence number of the last message that was published to partners.';
