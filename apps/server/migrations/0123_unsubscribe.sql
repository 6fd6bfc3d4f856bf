-- Where mails like this one are stopped: goes into their head, for the button of mail programs (RFC 8058).
alter table messages add column unsubscribe text;

-- What goes with the next morning's summary is looked for by provider and time.
create index notices_provider on notices (provider_id, at);
