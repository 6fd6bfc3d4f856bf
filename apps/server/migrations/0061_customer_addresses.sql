-- Where a customer may want work done, and whether they have left.
alter table customers
  add column addresses jsonb not null default '[]',
  add column left_at timestamptz;
