-- What one visit of a series is called where it is not called as the rest.
alter table series_occurrences
  add column title        text,
  add column description  text;
