-- Distributes the chat's tables over the nodes of a Citus cluster. Run once as the owner, after the migrations and before
-- Fettle starts: psql --file deploy/citus/chat.sql. What was tried and what was not: README.md
create extension if not exists citus;

-- Each node has its own copy: small, or read together with tables of any channel or user.
select create_reference_table('chat.apps');
select create_reference_table('chat.commands');
select create_reference_table('chat.link_previews');
select create_reference_table('chat.users');
select create_reference_table('chat.polls');
select create_reference_table('chat.poll_voters');
select create_reference_table('chat.attachments');

-- All of a channel is on one node.
select create_distributed_table('chat.channels', 'cid');
select create_distributed_table('chat.members', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.messages', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.events', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.hidden_messages', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.thread_members', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.reports', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.message_search', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.search_progress', 'cid', colocate_with => 'chat.channels');
select create_distributed_table('chat.locations', 'cid', colocate_with => 'chat.channels');

-- What belongs to one user, whatever the channel.
select create_distributed_table('chat.ended_sessions', 'user_id');
select create_distributed_table('chat.reminders', 'user_id', colocate_with => 'chat.ended_sessions');
select create_distributed_table('chat.scheduled_messages', 'user_id', colocate_with => 'chat.ended_sessions');
select create_distributed_table('chat.drafts', 'user_id', colocate_with => 'chat.ended_sessions');
