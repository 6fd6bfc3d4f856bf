-- The language somebody was last seen in: what is written to them is written in it.
alter table accounts add column locale text not null default 'en';
