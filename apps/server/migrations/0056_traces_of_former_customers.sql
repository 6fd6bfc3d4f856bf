-- A customer who left leaves no photos, and no private notes and tags about them. The names in the evidence of disputes
-- go as well.

-- Files without a record are deleted by the hourly purge of unused uploads.
update files f set attached_to = null
from booking_photos p join bookings b on b.id = p.booking_id join customers c on c.id = b.customer_id
where f.id = p.file_id and p.added_by = 'CUSTOMER' and c.left_at is not null;
delete from booking_photos p using bookings b, customers c
where b.id = p.booking_id and p.added_by = 'CUSTOMER' and c.id = b.customer_id and c.left_at is not null;

update files f set attached_to = null
from offer_requests r join customers c on c.id = r.customer_id
where f.id = any(r.photos) and c.left_at is not null;
update offer_requests r set photos = '{}'
from customers c where c.id = r.customer_id and c.left_at is not null and r.photos <> '{}';

delete from booking_notes n using bookings b, customers c
where b.id = n.booking_id and c.id = b.customer_id and c.left_at is not null;
update bookings b set tags = '{}'
from customers c where c.id = b.customer_id and c.left_at is not null and b.tags <> '{}';
-- Timelines record that tags changed, not which.
update events set data = data - 'tags' where type = 'booking.tags_changed';

update disputes d set evidence_pack = d.evidence_pack || jsonb_build_object(
  'chat', (
    select coalesce(jsonb_agg(case when e.item ->> 'by' = 'CUSTOMER' then e.item || '{"author": ""}' else e.item end
      order by e.position), '[]')
    from jsonb_array_elements(d.evidence_pack -> 'chat') with ordinality e(item, position)),
  'timeline', (
    select coalesce(jsonb_agg(case when t.item #>> '{actor,type}' = 'CUSTOMER'
      then jsonb_set(t.item, '{actor,name}', '""') else t.item end order by t.position), '[]')
    from jsonb_array_elements(d.evidence_pack -> 'timeline') with ordinality t(item, position)))
from customers c where c.id = d.customer_id and c.left_at is not null and d.evidence_pack is not null;
