-- From where a customer acted, as their marketplace said it: for operators alone, on no timeline and in no event.
alter table events add column on_behalf jsonb;
create index events_on_behalf on events (actor_id) where on_behalf is not null;
