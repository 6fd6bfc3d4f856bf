-- Offers and contracts are found by any piece of their number, their title and their customer's name, as fast among twenty
-- thousand of a provider as among ten.

-- Who looks for something leaves accents out, or cannot type them; Arabic is written with and without its marks.
create function plain_words(words text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g'));

-- Every piece of six signs, and what is left at the end. Whose it is stands before it: the index then knows nobody else's.
create function pieces_of(owner text, words text) returns tsvector
  language sql immutable parallel safe cost 10000
  return array_to_tsvector(array(
    select distinct right(owner, 10) || substr(words, at, 6) from generate_series(1, length(words)) at));

-- What all of them must have in which something asked for stands: its pieces side by side and its last one, or what begins
-- with it where it is shorter. Whether they stand in that order is for the reader to see.
create function pieces_asked(owner text, asked text) returns tsquery
  language sql immutable parallel safe
  return (
    select string_agg(
      '''' || replace(replace(right(owner, 10) || substr(asked, at, 6), '\', '\\'), '''', '''''') || '''' ||
        case when length(asked) < 6 then ':*' else '' end,
      ' & ')
    from (
      select at from generate_series(1, greatest(length(asked) - 5, 1), 6) at
      union select greatest(length(asked) - 5, 1)) as pieces (at)
  )::tsquery;

create table offer_words (
  offer_id     text primary key references offers on delete cascade,
  provider_id  text not null,
  words        text not null
);
create table contract_words (
  contract_id  text primary key references contracts on delete cascade,
  provider_id  text not null,
  words        text not null
);

insert into offer_words (offer_id, provider_id, words)
select o.id, o.provider_id, plain_words(concat_ws(E'\n', o.reference, o.title, c.name))
from offers o join customers c on c.id = o.customer_id;
insert into contract_words (contract_id, provider_id, words)
select k.id, k.provider_id, plain_words(concat_ws(E'\n', k.reference, k.title, c.name))
from contracts k join customers c on c.id = k.customer_id;

-- What is written is looked for at once: nothing waits beside the index to be read through.
create index offer_words_found on offer_words using gin (pieces_of(provider_id, words)) with (fastupdate = off);
create index contract_words_found on contract_words using gin (pieces_of(provider_id, words)) with (fastupdate = off);

create function keep_offer_words() returns trigger language plpgsql as $$
begin
  insert into offer_words (offer_id, provider_id, words)
  select new.id, new.provider_id, plain_words(concat_ws(E'\n', new.reference, new.title, c.name))
  -- Whoever is being renamed is waited for.
  from customers c where c.id = new.customer_id for share
  on conflict (offer_id) do update set words = excluded.words;
  return null;
end $$;
create trigger keep_offer_words after insert on offers
  for each row execute function keep_offer_words();
create trigger keep_changed_offer_words after update on offers
  for each row when ((old.title, old.customer_id) is distinct from (new.title, new.customer_id))
  execute function keep_offer_words();

create function keep_contract_words() returns trigger language plpgsql as $$
begin
  insert into contract_words (contract_id, provider_id, words)
  select new.id, new.provider_id, plain_words(concat_ws(E'\n', new.reference, new.title, c.name))
  from customers c where c.id = new.customer_id for share
  on conflict (contract_id) do update set words = excluded.words;
  return null;
end $$;
create trigger keep_contract_words after insert on contracts
  for each row execute function keep_contract_words();
create trigger keep_changed_contract_words after update on contracts
  for each row when ((old.title, old.customer_id) is distinct from (new.title, new.customer_id))
  execute function keep_contract_words();

-- A customer is found by the name they have now, and by no other.
create function keep_customer_words() returns trigger language plpgsql as $$
begin
  update offer_words w set words = plain_words(concat_ws(E'\n', o.reference, o.title, new.name))
  from offers o where o.id = w.offer_id and o.customer_id = new.id;
  update contract_words w set words = plain_words(concat_ws(E'\n', k.reference, k.title, new.name))
  from contracts k where k.id = w.contract_id and k.customer_id = new.id;
  return null;
end $$;
create trigger keep_customer_words after update on customers
  for each row when (old.name is distinct from new.name) execute function keep_customer_words();
