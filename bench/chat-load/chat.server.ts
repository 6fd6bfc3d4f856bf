// The production chat service alone in a process.
import { tmpdir } from 'node:os'
import { registerChat } from '../../apps/server/src/chat/index.ts'
import { createLocalBus } from '../../apps/server/src/platform/redis/bus.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openDb } from '../../apps/server/src/platform/db/db.ts'
import { createDiskStore } from '../../apps/server/src/platform/files/disk.ts'
import { createFiles } from '../../apps/server/src/platform/files/files.ts'
import { createHttp } from '../../apps/server/src/platform/http/server.ts'
import { createIds } from '../../apps/server/src/platform/ids.ts'
import { createJobs } from '../../apps/server/src/platform/jobs/jobs.ts'
import { createLog } from '../../apps/server/src/platform/observability/log.ts'
import { createMetrics } from '../../apps/server/src/platform/observability/metrics.ts'
import { answerParent } from './chat.child.ts'

const log = createLog({ logLevel: 'warn' })
const db = await openDb(process.env['DATABASE_URL'] ?? '', { poolSize: 10, log })
const clock = systemClock
const ids = createIds(clock)
const http = await createHttp({ log, ids, trustProxy: false })
const deps = {
  db,
  log,
  clock,
  ids,
  bus: createLocalBus(),
  metrics: createMetrics(),
  jobs: createJobs({ db, log, clock }),
  files: createFiles(createDiskStore({ dataDir: tmpdir() }), { key: 'bench', clock }),
}
// The production rate limiter with limits too high to be reached, so that its cost is included.
const rateLimits = { default: { burst: 1e9, perSecond: 1e9 } }
await registerChat(http, deps, { appKey: 'bench', secret: process.env['CHAT_SECRET'] ?? '', rateLimits })
await http.listen({ port: 0, host: '127.0.0.1' })
answerParent(http.server.address())
