import { listAndCount } from '../apps/server/src/modules/bookings/listing/listing.store.ts'
import { decodeCursor } from '../apps/server/src/platform/db/cursor.ts'
import { bookings } from './lib/bookings-data.ts'
import { report } from './lib/figures.ts'
import { measureList, PAGE_SIZE } from './lib/list.ts'
import { withRowServers } from './lib/rows-servers.ts'

report(
  await withRowServers(bookings, (rows) =>
    measureList(
      rows,
      'bookings',
      {},
      (db, { cursor, q: text }) =>
        listAndCount(db, {
          providerId: '$provider',
          by: 'startAt',
          order: 'latest',
          limit: PAGE_SIZE + 1,
          after: cursor === undefined ? undefined : decodeCursor(cursor),
          text,
        }),
      'BK-2026-0005000',
    ),
  ),
)
