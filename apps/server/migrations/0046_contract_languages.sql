-- Contracts are printed in the language of the provider's account.

alter table contract_versions add column locale text not null default 'en';
comment on column contract_versions.locale is
  'Language of the PDF: that of the provider''s account when the version was sent. Earlier versions are in English.';
