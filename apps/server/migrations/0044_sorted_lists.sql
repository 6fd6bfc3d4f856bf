-- Lists are sorted by each of their columns: one index per order, by status, because every list shows some statuses.
-- Few bookings wait for an answer, so those are sorted without an index, and names of customers are in a table of their own.

create index bookings_by_title on bookings (provider_id, status, normalize_text(title), id);
create index bookings_by_price on bookings (provider_id, status, coalesce(price_amount, -1), id);

create index offers_by_title on offers (provider_id, status, normalize_text(title), id);
create index offers_by_total on offers (provider_id, status, coalesce(total, -1), id);
create index offers_by_deadline on offers
  (provider_id, status, coalesce(case when status in ('REQUESTED', 'DRAFT') then respond_by else valid_until end, 'infinity'), id);

create index contracts_by_title on contracts (provider_id, status, normalize_text(title), id);
create index contracts_by_total on contracts (provider_id, status, coalesce(total, -1), id);
create index contracts_by_deadline on contracts (provider_id, status, coalesce(sign_by, 'infinity'), id);

-- Invoices of several statuses are read in one order.
create index invoices_by_customer on invoices (provider_id, normalize_text(customer_name), id);
create index invoices_by_due_at on invoices (provider_id, coalesce(due_at, 'infinity'), id);
create index invoices_by_due on invoices
  (provider_id, (case when status = 'VOID' then 0 else greatest(0, total - deposited - paid - refunded - credited) end), id);
create index invoices_by_total on invoices (provider_id, total, id);
