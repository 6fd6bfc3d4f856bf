-- Photos from before thumbnails get theirs in the background, each tried once.

alter table booking_photos add column thumbnail_tried boolean not null default false;
comment on column booking_photos.thumbnail_tried is 'A thumbnail was made, or the photo could not be read.';
comment on column booking_photos.thumbnail is 'A small picture as a data URL, made after the photo is added. Null until then.';
create index booking_photos_without_thumbnail on booking_photos (added_at desc, id desc)
  where thumbnail is null and not thumbnail_tried;
