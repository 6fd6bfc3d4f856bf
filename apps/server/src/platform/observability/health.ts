import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql, type Db } from '../db/db.ts'
import { errorCodeOf } from '../start-error.ts'

/** Resolves when a part is healthy, rejects with the reason otherwise. */
export type Check = () => Promise<void>

export interface PartHealth {
  ok: boolean
  /** Readable by anybody: system and database errors show only their code, as their text may name addresses. */
  reason?: string
}

const CHECK_TIMEOUT_MS = 2_000

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can do its work, with a reason for each unhealthy
 * part. `GET /health/serving`: load balancers may send requests, which ends when the process is stopping. It does not
 * ask what all processes share: without the store of files, for example, most requests still succeed. `describe` adds
 * fields to the answer of `/health/ready`.
 */
export function serveHealth(
  app: FastifyInstance,
  checks: Record<string, Check>,
  describe?: () => object,
): { failReadiness(): void } {
  let stopping = false
  const failReadiness = () => {
    stopping = true
  }
  app.addHook('preClose', async () => failReadiness())
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }))
  app.get('/health/serving', async (_, reply) =>
    reply
      .code(stopping ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status: stopping ? 'stopping' : 'serving' }),
  )
  const logged = (part: string, check: Check) => () =>
    check().catch((error: unknown) => {
      app.log.warn({ err: error, part }, 'health check failed')
      throw error
    })
  const shared = Object.fromEntries(
    Object.entries(checks).map(([name, check]) => [name, shareRuns(logged(name, check))]),
  )
  app.get('/health/ready', async (_, reply) => {
    const parts = await runChecks(shared)
    if (stopping) parts['server'] = { ok: false, reason: 'is stopping' }
    const ready = Object.values(parts).every(({ ok }) => ok)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', parts, ...describe?.() })
  })
  return { failReadiness }
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
    return { ok: false, reason: errorCodeOf(error) ?? (error instanceof Error ? error.message : String(error)) }
  } finally {
    tooSlow.abort()
  }
}

/**
 * Callers at the same time share one run, because anybody may ask and a check writes. One that gets no answer, as on a
 * connection that died, is not shared for long.
 */
function shareRuns(check: Check): Check {
  let running: Promise<void> | undefined
  let startedAt = 0
  return () => {
    if (running && performance.now() - startedAt < CHECK_TIMEOUT_MS) return running
    startedAt = performance.now()
    const run = check().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    return run
  }
}

/**
 * Checks that the database answers and takes writes: it is no standby and not read-only, its disk has space, and its
 * log can be written.
 */
export const databaseCheck = (db: Db): Check => shareRuns(() => checkWrites(db))

const checkWrites = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    const { readOnly } = await tx.one<{ readOnly: string }>(
      sql`select current_setting('transaction_read_only') as "readOnly"`,
    )
    if (readOnly === 'on') throw new Error('takes no writes: it is read-only')
    // More rows than this memory holds, so they go through a temporary file, which a full disk does not take.
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(sql`select count(*) from generate_series(1, 20000)`)
    // A record in the write-ahead log that concerns no table.
    await tx.execute(sql`select pg_logical_emit_message(true, 'fettle', 'readiness')`)
  })
