import { list } from '../apps/server/src/modules/contracts/contracts.store.ts'
import { statusesOf } from '../apps/web/src/features/contracts/list/contract-tabs.ts'
import { report } from './lib/figures.ts'
import { measureList, PAGE_SIZE } from './lib/list.ts'
import { contracts } from './lib/contracts-data.ts'
import { withRowServers } from './lib/rows-servers.ts'

report(
  await withRowServers(contracts, (rows) =>
    measureList(
      rows,
      'contracts',
      statusesOf,
      (db, page) => list(db, '$provider', { ...page, sort: '-updatedAt', limit: PAGE_SIZE }),
      'CT-2026-0005000',
    ),
  ),
)
