-- Lists of bookings show the first photo of each job.

alter table booking_photos add column thumbnail text;
comment on column booking_photos.thumbnail is 'A small picture as a data URL, made after the photo is added. Null until then, and for older photos.';
