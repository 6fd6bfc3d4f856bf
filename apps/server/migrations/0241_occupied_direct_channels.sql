-- Users could choose the id of a channel, so somebody could make the direct channel of two others beforehand and sit in
-- it. Here such channels get their two people back. Safe to run again: it leaves correct direct channels alone.
create temporary table direct on commit drop as
  select c.cid, p.provider_id, p.customer_id, (select count(*) from chat.members m where m.cid = c.cid) as size
  from chat.channels c left join channels p on p.cid = c.cid
  where c.cid like c.type || ':direct-%';
create index on direct (cid);

-- The two a direct channel is for: those whose ids make its id.
create temporary table pairs on commit drop as
  select d.cid, one.user_id as one, other.user_id as other
  from direct d
  join chat.channels c on c.cid = d.cid
  join chat.members one on one.cid = d.cid
  join chat.members other on other.cid = d.cid and one.user_id collate "C" < other.user_id collate "C"
  where d.cid = c.type || ':direct-' || left(translate(
    encode(sha256(convert_to(one.user_id || E'\n' || other.user_id, 'UTF8')), 'base64'), '+/=', '-_'), 32);
-- Where not both of them are in it, the app may know who they are.
insert into pairs
  select cid, provider_id, customer_id from direct d
  where provider_id is not null and not exists (select from pairs p where p.cid = d.cid);
create index on pairs (cid);

-- Nobody's conversation: an id that was taken, without the two it belongs to.
create temporary table taken on commit drop as
  select cid from direct d where not exists (select from pairs p where p.cid = d.cid);
update chat.attachments set message_id = null where cid in (select cid from taken);
delete from chat.reminders where cid in (select cid from taken);
delete from chat.scheduled where cid in (select cid from taken);
delete from chat.locations where cid in (select cid from taken);
delete from chat.drafts where cid in (select cid from taken);
delete from chat.polls where cid in (select cid from taken);
delete from chat.hidden where cid in (select cid from taken);
delete from chat.thread_members where cid in (select cid from taken);
delete from chat.messages where cid in (select cid from taken);
delete from chat.events where cid in (select cid from taken);
delete from chat.members where cid in (select cid from taken);
delete from chat.channels where cid in (select cid from taken);

-- The others leave, the two are in it, and what others wrote is taken back.
create temporary table occupied on commit drop as
  select p.cid from pairs p join direct d on d.cid = p.cid
  where d.size <> 2
     or not exists (select from chat.members m where m.cid = p.cid and m.user_id = p.one)
     or not exists (select from chat.members m where m.cid = p.cid and m.user_id = p.other);
delete from chat.members m using pairs p
where m.cid = p.cid and m.cid in (select cid from occupied) and m.user_id not in (p.one, p.other);
insert into chat.members (cid, user_id, role, joined_at, sort_minute)
  select p.cid, u.id, 'member', now(), floor(extract(epoch from now()) / 60)::int
  from pairs p join occupied o on o.cid = p.cid join chat.users u on u.id in (p.one, p.other)
  on conflict do nothing;
update chat.channels c set created_by = null, custom = '{}', facts_version = facts_version + 1
where c.cid in (select cid from occupied);

update chat.messages m set
  kind = 'deleted', text = '', quoted_id = null, extras = null, reactions = null, pinned_at = null, pinned_by = null,
  edited_at = null, deleted_at = now(), revision = c.last_seq
from pairs p join chat.channels c on c.cid = p.cid
where m.cid = p.cid and m.user_id is not null and m.user_id not in (p.one, p.other) and m.kind <> 'deleted';

-- Neither of the two names their channel: what users set is gone.
update chat.channels c set name = null, image = null, facts_version = facts_version + 1
from direct d where c.cid = d.cid and (c.name is not null or c.image is not null);
