-- What a write made, noted with the change: a repetition after a crash finds it again.
alter table idempotency add column made text;
