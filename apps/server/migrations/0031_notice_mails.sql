-- What a provider is told also goes by e-mail, where they want it: once.

alter table notices add column mailed_at timestamptz;
