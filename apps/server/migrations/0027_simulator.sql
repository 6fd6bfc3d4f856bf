-- The demo's simulator, empty in production.

create table simulator_commands (
  seq      bigint primary key,
  command  jsonb not null,
  at       timestamptz not null
);
comment on table simulator_commands is 'What the simulated customers are told to do.';

create table simulator (
  singleton  boolean primary key default true check (singleton),
  commands   bigint not null default 0,
  report     jsonb,
  seen_at    timestamptz
);
comment on table simulator is 'One row, locked by whoever adds a command, so that commands become visible in order.';
comment on column simulator.commands is 'Number of the last command.';
comment on column simulator.report is 'What the simulator last reported about itself.';
insert into simulator default values;
