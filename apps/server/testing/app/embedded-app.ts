// Program that `local-postgres.test.ts` kills: writes rows on an embedded database and prints which ones are committed.
import { startPostgres } from '@fettle/local-postgres'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from '../../src/platform/db/db.ts'
import { openDb } from '../../src/platform/db/open-db.ts'
import { createLog } from '../../src/platform/observability/log.ts'
import { isStartError } from '../../src/platform/start-error.ts'

/** Between two rows: it writes until it is killed, and should not keep a processor busy meanwhile. */
const PAUSE_MS = 5

const dataDir = process.argv[2] ?? ''
const log = createLog({ logLevel: 'error' })

try {
  const postgres = await startPostgres({ dataDir, log })
  const db = await openDb(postgres.url, { poolSize: 2, log })
  await db.execute(sql`create table if not exists kept (id int primary key)`)
  const { newest } = await db.one<{ newest: number }>(sql`select coalesce(max(id), 0) as newest from kept`)
  console.log(`found ${newest}`)
  const stopping = new AbortController()
  process.on('SIGTERM', () => stopping.abort())
  for (let id = newest + 1; !stopping.signal.aborted; id += 1) {
    await db.execute(sql`insert into kept values (${id})`)
    console.log(`wrote ${id}`)
    await wait(PAUSE_MS)
  }
  await db.close()
  await postgres.stop()
  console.log('stopped')
} catch (error) {
  console.error(isStartError(error) ? error.message : error)
  process.exitCode = 1
}
