import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql, type Db } from '../db/db.ts'

/** Resolves when a part is healthy, rejects with the reason otherwise. */
export type Check = () => Promise<void>

export interface PartHealth {
  ok: boolean
  reason?: string
}

const CHECK_TIMEOUT_MS = 2_000

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can do its work, with a reason for each unhealthy
 * part; load balancers send no requests until then, nor during shutdown. `describe` adds fields to the answer.
 */
export function serveHealth(app: FastifyInstance, checks: Record<string, Check>, describe?: () => object): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))
  app.get('/health/ready', async (_, reply) => {
    const parts = await runChecks(checks)
    if (stopping) parts['server'] = { ok: false, reason: 'is stopping' }
    const ready = Object.values(parts).every(({ ok }) => ok)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', parts, ...describe?.() })
  })
}

/** Runs all checks in parallel. */
export async function runChecks(checks: Record<string, Check>): Promise<Record<string, PartHealth>> {
  const results = Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const)
  return Object.fromEntries(await Promise.all(results))
}

async function runCheck(check: Check): Promise<PartHealth> {
  const tooSlow = new AbortController()
  try {
    await Promise.race([
      check(),
      wait(CHECK_TIMEOUT_MS, undefined, { signal: tooSlow.signal }).then(() => {
        throw new Error(`did not answer within ${CHECK_TIMEOUT_MS / 1000} s`)
      }),
    ])
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  } finally {
    tooSlow.abort()
  }
}

/** Checks that the database answers. */
export const databaseCheck =
  (db: Db): Check =>
  async () => {
    await db.one(sql`select 1 as one`)
  }
