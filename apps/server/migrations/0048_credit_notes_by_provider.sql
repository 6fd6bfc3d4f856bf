-- Work whose invoice a dispute, a refund or a cancellation voided is not charged again; the provider's own void may be.
alter table credit_notes add column is_by_provider boolean not null default false;

-- Providers give their reason in their own words, everything else by code.
update credit_notes set is_by_provider = true where not is_partial and reason not like '{"code":%';
