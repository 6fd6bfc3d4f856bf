import { execFileSync } from 'node:child_process'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { startPostgres } from '@fettle/local-postgres'
import { bookings } from './lib/bookings-data.ts'
import { startChild } from './lib/child.ts'
import { atMost, median, report, type Figure } from './lib/figures.ts'
import { load, type Slice } from './lib/load.ts'
import { cacheFolder, prepare, root } from './lib/rows-database.ts'

/**
 * Measures rendering a contract of about six pages as PDF, and how much it slows the slowest of other requests while
 * twenty are rendered, against the same duration without, in alternation. Drafts are rendered on every request.
 */

const CONCURRENCY = 20
const ROUNDS = 6
const WARM_UP_MS = 3_000

const scopeOfWork = Array.from(
  { length: 60 },
  (_, index) =>
    `${index + 1}. Take the old units out, cap the pipes, make good the wall behind them and carry everything away.`,
).join('\n')
const content = {
  title: 'New kitchen',
  scopeOfWork,
  siteAddress: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
  startDate: '2026-12-01',
  totalAmount: 1_200_000,
  milestones: Array.from({ length: 12 }, (_, index) => ({ title: `Part ${index + 1}`, amount: 100_000 })),
  terms: { templateId: null, templateVersion: null, text: scopeOfWork.replaceAll('Take', 'The provider takes') },
}

async function measure(port: number, token: string): Promise<Figure[]> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { success: boolean; message: string; data: T }
    if (!answer.success) throw new Error(answer.message)
    return answer.data
  }
  const [booking] = await call<{ customer: { id: string } }[]>('GET', '/v2/bookings?limit=1')
  const { id } = await call<{ id: string }>('POST', '/v2/contracts', { customerId: booking?.customer.id })
  await call('PATCH', `/v2/contracts/${id}`, { content })
  // A plain socket, like the load generator, which runs in this process.
  const print = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const path = `/v2/contracts/${id}/pdf`
      get({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` } }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode !== 200 || bytes < 10_000) reject(new Error('The response is not a contract PDF'))
          else resolve(performance.now() - started)
        })
      }).on('error', reject)
    })
  for (let warm = 0; warm < 5; warm += 1) await print()
  const alone: number[] = []
  for (let one = 0; one < 30; one += 1) alone.push(await print())

  const others = { port, path: '/v2/bookings?limit=20', token }
  const printed = async (): Promise<number> => {
    const started = performance.now()
    await Promise.all(Array.from({ length: CONCURRENCY }, print))
    return performance.now() - started
  }
  await load(others, 1, pause(WARM_UP_MS))
  const quiet: Slice[] = []
  const busy: Slice[] = []
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const contracts = printed()
    busy.push(await load(others, 1, contracts))
    took.push(await contracts)
    quiet.push(await load(others, 1, pause(took.at(-1))))
  }
  const ratios = busy.map(({ p99 }, round) => p99 / (quiet[round]?.p99 ?? Number.NaN))
  const p99s = (slices: readonly Slice[]) => median(slices.map(({ p99 }) => p99)).toFixed(2)
  console.log(`   others: p99 ${p99s(quiet)} ms, ${p99s(busy)} ms while ${CONCURRENCY} contracts are printed`)
  console.log(
    `   they take ${(median(took) / 1000).toFixed(1)} s; ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  )
  return [
    atMost('a contract on paper, p50 in ms', median(alone), 400, 200),
    atMost('p99 of other requests while 20 are printed ÷ without', median(ratios), 2.5, 1.5),
  ]
}

execFileSync('npx', ['tsc', '-b', 'packages/protocol', 'packages/chat-client', 'apps/server'], {
  cwd: root,
  stdio: 'inherit',
})
const dataDir = cacheFolder()
const postgres = await startPostgres({ dataDir, log: createLog({ logLevel: 'warn' }) })
try {
  const { url, token } = await prepare(postgres.url, bookings, 10_000)
  const server = await startChild(['apps/server/dist/main.js'], {
    DATABASE_URL: url,
    FETTLE_DATA_DIR: dataDir,
    FETTLE_DEMO: 'off',
    FETTLE_ROLES: 'api,chat,inbox,worker',
    LOG_LEVEL: 'warn',
  })
  try {
    report(await measure(server.port, token))
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
}
