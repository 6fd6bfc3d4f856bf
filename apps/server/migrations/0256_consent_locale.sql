-- The language in which the consents stood in front of whoever signed; null for what was signed before it was kept.
alter table contract_signatures add column consent_locale text;
