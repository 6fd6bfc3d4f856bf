// The production notification service alone in a process; its parent triggers notifications.
import { registerInbox } from '../apps/server/src/inbox/index.ts'
import { createLocalBus } from '../apps/server/src/platform/redis/bus.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { openDb } from '../apps/server/src/platform/db/open-db.ts'
import { createHttp } from '../apps/server/src/platform/http/server.ts'
import { createIds } from '../apps/server/src/platform/ids.ts'
import { createJobs } from '../apps/server/src/platform/jobs/jobs.ts'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { createMetrics } from '../apps/server/src/platform/observability/metrics.ts'
import { answerParent } from './lib/answer-parent.ts'

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
}
const inbox = registerInbox(http, deps, {
  applicationIdentifier: 'bench',
  secret: process.env['INBOX_SECRET'] ?? '',
  logins: { isOpen: async () => true, onChange: () => () => undefined },
})
inbox.declare([
  {
    identifier: 'booking-requested',
    name: 'Booking requested',
    critical: false,
    tags: ['bookings'],
    severity: 'high',
    channels: { in_app: true, email: true, push: true },
    always: ['in_app'],
  },
])
process.on('message', (question: { trigger?: string; number?: number }) => {
  const { trigger: subscriberId, number } = question
  if (subscriberId === undefined) return
  void inbox.trigger({
    subscriberId,
    workflow: 'booking-requested',
    subject: 'New booking request from Ngozi Okafor',
    body: `Leaking tap in Lekki, Wed 4 Mar at 14:00. ${number}`,
    data: { type: 'booking', id: `bkg_${number}` },
    redirect: { url: `/bookings/bkg_${number}` },
    primaryAction: { label: 'Review', redirect: { url: `/bookings/bkg_${number}` } },
    mergeWithin: 60_000,
  })
})
await http.listen({ port: 0, host: '127.0.0.1' })
answerParent(http.server.address())
