import type { PhotoKind } from '@fettle/protocol/bookings/photos'
import { sql, type Queryable, type Sql } from '../../../platform/db/db.ts'
import { fromJsonRow, jsonRows, type JsonRow } from '../../../platform/db/json-rows.ts'

export interface PhotoRow {
  id: string
  bookingId: string
  fileId: string
  kind: PhotoKind
  caption: string | null
  addedAt: Date
  addedBy: 'PROVIDER' | 'CUSTOMER'
  adderName: string
  /** Metadata of the file. */
  key: string
  name: string
  sha256: string
  width: number | null
  height: number | null
  takenAt: Date | null
}

const rowsOf = (bookingId: Sql) => sql`
  select p.id, p.booking_id as "bookingId", p.file_id as "fileId", p.kind, p.caption, p.added_at as "addedAt",
         p.added_by as "addedBy", p.adder_name as "adderName", f.key, f.name, f.sha256, f.width, f.height,
         f.taken_at as "takenAt"
  from booking_photos p join files f on f.id = p.file_id
  where p.booking_id = ${bookingId} order by p.added_at, p.id`

export const listOf = (db: Queryable, bookingId: string) => db.query<PhotoRow>(rowsOf(sql`${bookingId}`))

/** The photos of booking `b` as a JSON column. */
export const photosColumn = jsonRows(rowsOf(sql`b.id`))
export const fromPhotosColumn = (rows: JsonRow<PhotoRow>[]): PhotoRow[] =>
  rows.map((row) => fromJsonRow<PhotoRow>(row, { addedAt: true, takenAt: true }))

export async function insert(
  tx: Queryable,
  photo: Pick<PhotoRow, 'id' | 'bookingId' | 'fileId' | 'kind' | 'caption' | 'addedAt' | 'addedBy' | 'adderName'>,
): Promise<void> {
  await tx.execute(sql`
    insert into booking_photos (id, booking_id, file_id, kind, caption, added_at, added_by, adder_name)
    values (${photo.id}, ${photo.bookingId}, ${photo.fileId}, ${photo.kind}, ${photo.caption}, ${photo.addedAt},
            ${photo.addedBy}, ${photo.adderName})`)
}

export const listIds = async (db: Queryable, bookingId: string): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select id from booking_photos where booking_id = ${bookingId}`)).map(
    ({ id }) => id,
  )

/** File ids of the photos a customer added to their bookings. */
export const listFilesOfCustomer = async (db: Queryable, customerId: string): Promise<string[]> =>
  (
    await db.query<{ fileId: string }>(sql`
      select p.file_id as "fileId" from booking_photos p join bookings b on b.id = p.booking_id
      where b.customer_id = ${customerId} and p.added_by = 'CUSTOMER'`)
  ).map(({ fileId }) => fileId)

/** Storage keys of a booking's photos. */
export const listPrintable = (db: Queryable, bookingId: string) =>
  db.query<{ photoId: string; key: string }>(sql`
    select p.id as "photoId", f.key from booking_photos p join files f on f.id = p.file_id
    where p.booking_id = ${bookingId} order by p.added_at, p.id`)

/** Saves the thumbnail of a photo, as a data URL. Null: the photo cannot be read and is not tried again. */
export async function saveThumbnail(db: Queryable, id: string, thumbnail: string | null): Promise<void> {
  await db.execute(sql`update booking_photos set thumbnail = ${thumbnail}, thumbnail_tried = true where id = ${id}`)
}

/** The newest photos added before a time whose thumbnail was not tried yet. */
export const listWithoutThumbnail = (db: Queryable, { before, limit }: { before: Date; limit: number }) =>
  db.query<{ id: string; key: string }>(sql`
    select p.id, f.key from booking_photos p join files f on f.id = p.file_id
    where p.thumbnail is null and not p.thumbnail_tried and p.added_at < ${before}
    order by p.added_at desc, p.id desc limit ${limit}::int`)
