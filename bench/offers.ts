import { list } from '../apps/server/src/modules/offers/offers.store.ts'
import { statusesOf } from '../apps/web/src/features/offers/list/offer-tabs.ts'
import { report } from './lib/figures.ts'
import { measureList, PAGE_SIZE } from './lib/list.ts'
import { offers } from './lib/offers-data.ts'
import { withRowServers } from './lib/rows-servers.ts'

report(
  await withRowServers(offers, (rows) =>
    measureList(
      rows,
      'offers',
      statusesOf,
      (db, page) => list(db, '$provider', { ...page, sort: '-updatedAt', limit: PAGE_SIZE }),
      'OF-2026-0005000',
    ),
  ),
)
