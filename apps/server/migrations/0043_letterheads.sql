-- Offers and invoices carry the provider's logo and colour.

alter table profiles
  add column logo_file_id text references files on delete set null,
  add column letterhead_colour text not null default 'ORANGE'
    check (letterhead_colour in ('ORANGE', 'RED', 'PINK', 'VIOLET', 'BLUE', 'TEAL', 'GREEN', 'GREY'));
comment on column profiles.logo_file_id is 'Logo on offers and invoices. Null: the profile picture is shown.';
