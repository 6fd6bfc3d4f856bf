import { Readable } from 'node:stream'
import { BYTE_ORDER_MARK, csvLine } from '@fettle/protocol/common/csv'
import type { Deps } from '../../../platform/deps.ts'
import { CONTACT_SHOWN_FOR_MS } from '../../customers/index.ts'
import type { BookingScope } from '../listing/listing.store.ts'
import { header, toRow } from './export.rules.ts'
import * as store from './export.store.ts'

const PAGE = 500

/** Streams bookings as CSV, page by page, with constant memory. */
export const exportBookings = (deps: Pick<Deps, 'db' | 'clock'>, choice: BookingScope): Readable =>
  Readable.from(lines(deps, choice))

async function* lines({ db, clock }: Pick<Deps, 'db' | 'clock'>, choice: BookingScope): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(header)
  const phonesSince = new Date(clock.now().getTime() - CONTACT_SHOWN_FOR_MS)
  const chosen = await store.chooseRows(db, choice)
  for (let after: store.BookingExportRow | undefined; ;) {
    const rows = await store.listPage(db, chosen, { after, limit: PAGE, phonesSince })
    if (rows.length > 0) yield rows.map((row) => csvLine(toRow(row))).join('')
    after = rows.at(-1)
    if (rows.length < PAGE || !after) return
  }
}
