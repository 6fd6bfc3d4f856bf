-- Customers and conversations are found by words of people's names, without capitals and accents, as all other lists are
-- (decision 240).
alter table customers add plain_name text generated always as (plain_words(name)) stored;
alter table chat.users add plain_name text generated always as (plain_words(name)) stored;
alter table chat.channels add plain_name text generated always as (plain_words(name)) stored;
