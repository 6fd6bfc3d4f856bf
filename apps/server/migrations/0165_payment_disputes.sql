-- The dispute there is about a payment, open or settled; none once it was taken back.
alter table payments add column dispute_id text;
update payments p set dispute_id = d.id
from disputes d
where d.subject_type = 'PAYMENT' and d.subject_id = p.id and d.status <> 'WITHDRAWN';
