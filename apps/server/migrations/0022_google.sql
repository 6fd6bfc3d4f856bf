-- Who somebody is at the OpenID provider: the subject never changes, an email may.
alter table accounts add column google_subject text unique;

-- Sign-ins on their way to the provider and back. The browser knows one by a cookie; it is good once.
create table google_flows (
  hash           bytea primary key,
  state          text not null,
  nonce          text not null,
  code_verifier  text not null,
  redirect_uri   text not null,
  expires_at     timestamptz not null
);
create index google_flows_expires on google_flows (expires_at);
