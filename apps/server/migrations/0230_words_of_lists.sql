-- Bookings and invoices are found as offers and contracts are (decision 205), and all of them by several words in any order
-- (decision 240).

-- What all of them must have in which every word asked for stands somewhere: of each its pieces side by side and its last
-- one, or what begins with it where it is shorter. One or two signs begin too much: beside a longer word they are left to
-- the reader, as is whether the pieces stand side by side.
create or replace function pieces_asked(owner text, asked text) returns tsquery
  language sql immutable parallel safe
  return (
    with words as (select word, length(word) as signs from regexp_split_to_table(asked, '\s+') as word where word <> '')
    select string_agg(
      '''' || replace(replace(right(owner, 10) || substr(word, at, 6), '\', '\\'), '''', '''''') || '''' ||
        case when signs < 6 then ':*' else '' end,
      ' & ')
    from words cross join lateral (
      select at from generate_series(1, greatest(signs - 5, 1), 6) at
      union select greatest(signs - 5, 1)) as pieces (at)
    where signs > 2 or signs = (select max(signs) from words)
  )::tsquery;

-- Every word asked for, as `like all` takes them.
create function words_asked(asked text) returns text[]
  language sql immutable parallel safe
  return (
    select coalesce(array_agg('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), '{}')
    from regexp_split_to_table(asked, '\s+') as word where word <> '');

create table booking_words (
  booking_id   text primary key references bookings on delete cascade,
  provider_id  text not null,
  words        text not null
);
create table invoice_words (
  invoice_id   text primary key references invoices on delete cascade,
  provider_id  text not null,
  words        text not null
);

insert into booking_words (booking_id, provider_id, words)
select b.id, b.provider_id, plain_words(concat_ws(E'\n', b.reference, b.title, c.name))
from bookings b join customers c on c.id = b.customer_id;
insert into invoice_words (invoice_id, provider_id, words)
select id, provider_id, plain_words(concat_ws(E'\n', number, subject_label, title, customer_name)) from invoices;

create index booking_words_found on booking_words using gin (pieces_of(provider_id, words)) with (fastupdate = off);
create index invoice_words_found on invoice_words using gin (pieces_of(provider_id, words)) with (fastupdate = off);

create function keep_booking_words() returns trigger language plpgsql as $$
begin
  insert into booking_words (booking_id, provider_id, words)
  select new.id, new.provider_id, plain_words(concat_ws(E'\n', new.reference, new.title, c.name))
  -- Whoever is being renamed is waited for.
  from customers c where c.id = new.customer_id for share
  on conflict (booking_id) do update set words = excluded.words;
  return null;
end $$;
create trigger keep_booking_words after insert on bookings
  for each row execute function keep_booking_words();
create trigger keep_changed_booking_words after update on bookings
  for each row when ((old.title, old.customer_id) is distinct from (new.title, new.customer_id))
  execute function keep_booking_words();

-- An invoice keeps the name it was written for.
create function keep_invoice_words() returns trigger language plpgsql as $$
begin
  insert into invoice_words (invoice_id, provider_id, words)
  values (new.id, new.provider_id,
    plain_words(concat_ws(E'\n', new.number, new.subject_label, new.title, new.customer_name)))
  on conflict (invoice_id) do update set words = excluded.words;
  return null;
end $$;
create trigger keep_invoice_words after insert on invoices
  for each row execute function keep_invoice_words();
create trigger keep_changed_invoice_words after update on invoices
  for each row when ((old.number, old.subject_label, old.title, old.customer_name)
    is distinct from (new.number, new.subject_label, new.title, new.customer_name))
  execute function keep_invoice_words();

create or replace function keep_customer_words() returns trigger language plpgsql as $$
begin
  update booking_words w set words = plain_words(concat_ws(E'\n', b.reference, b.title, new.name))
  from bookings b where b.id = w.booking_id and b.customer_id = new.id;
  update offer_words w set words = plain_words(concat_ws(E'\n', o.reference, o.title, new.name))
  from offers o where o.id = w.offer_id and o.customer_id = new.id;
  update contract_words w set words = plain_words(concat_ws(E'\n', k.reference, k.title, new.name))
  from contracts k where k.id = w.contract_id and k.customer_id = new.id;
  return null;
end $$;
