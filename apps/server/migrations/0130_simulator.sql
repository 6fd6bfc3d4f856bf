-- What the demo's customers are told to do, and how they say they are (domain §15). Empty outside of a demo.
create table simulator_commands (
  seq bigint primary key,
  command jsonb not null,
  at timestamptz not null
);

-- One row. Whoever gives a command holds it, so that places become visible in their order.
create table simulator (
  is_one boolean primary key default true check (is_one),
  commands bigint not null default 0,
  report jsonb,
  seen_at timestamptz
);
insert into simulator default values;
