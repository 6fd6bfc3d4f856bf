-- What a provider tells about person, business and trade.

create table profiles (
  account_id            text primary key references accounts on delete cascade,
  onboarding_step       text not null default 'PERSONAL_INFO'
                        check (onboarding_step in ('PERSONAL_INFO', 'DOCUMENTS', 'PROFESSIONAL_INFO', 'COMPLETED')),
  date_of_birth         date,
  gender                text,
  address               text,
  city                  text,
  state                 text,
  country               char(2),
  avatar_file_id        text references files on delete set null,
  account_name          text,
  bank_name             text,
  bank_code             text,
  account_number        bytea,
  account_number_last4  text,
  bank_fingerprint      bytea,
  bank_changed_at       timestamptz,
  service_type          text,
  skill_level           text,
  years_of_experience   integer,
  services_provided     text,
  usual_tax_bps         int not null default 0 check (usual_tax_bps between 0 and 5000),
  verification_level    text not null default 'NONE' check (verification_level in ('NONE', 'PENDING', 'VERIFIED')),
  rating_sum            integer not null default 0,
  rating_count          integer not null default 0 check (rating_count >= 0),
  version               integer not null default 1,
  updated_at            timestamptz not null
);
comment on table profiles is 'A provider''s profile, one row per account.';
comment on column profiles.account_number is 'Encrypted with AES-256-GCM; the key is not in the database.';
comment on column profiles.bank_fingerprint is
  'Keyed hash of the bank account. Equal for two providers who are paid to the same account.';
comment on column profiles.usual_tax_bps is 'The tax the provider usually adds, in basis points.';
comment on column profiles.verification_level is 'What the approved documents prove, kept here for the profile.';
comment on column profiles.rating_sum is 'Sum of the ratings of published reviews, maintained when one is published.';
create index profiles_service_type on profiles (service_type);
