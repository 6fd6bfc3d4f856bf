import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { sql, type Db } from '../db.ts'
import { AppError } from '../errors.ts'
import type { RouterOptions, SentAnswer } from './router.ts'
import { toFailure } from './server.ts'

const KEPT_FOR = 48 * 3_600_000
/** A call that has not answered for this long died with its process: the next one with its key takes over. */
const ABANDONED_AFTER = 60_000

const callKeys = new WeakMap<FastifyRequest, Buffer>()

/**
 * A name for what this request does, the same whenever it is repeated with the same key. A handler that makes
 * something stores it beside, so that even a repetition after a crash finds what the first call made.
 */
export const callKeyOf = (request: FastifyRequest): Buffer | null => callKeys.get(request) ?? null

/**
 * Writes that may be repeated: the same `Idempotency-Key` gets the first answer again, marked as replayed, and
 * nothing is done twice. Refusals are answers too; failures of ours (5xx) are not kept.
 */
export function idempotentWrites<Actor>(
  { db, clock }: { db: Db; clock: Clock },
  { callerOf, required }: { callerOf: (actor: Actor) => string; required: boolean },
): NonNullable<RouterOptions<Actor>['around']> {
  return async ({ request, reply, actor, body }, next) => {
    if (request.method === 'GET') return next()
    const key = readKey(request, required)
    if (key === undefined) return next()
    const scope = `${callerOf(actor)} ${request.method} ${request.url.split('?')[0]}`
    callKeys.set(request, sha256(`${scope}\n${key}`))
    const hash = sha256(canonical(body ?? null))
    const now = clock.now()
    if (!(await claim(db, scope, key, hash, now))) {
      const first = await find(db, scope, key)
      if (!first?.request_hash.equals(hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
      if (first.status === null || first.body === null) throw new AppError('IDEMPOTENCY_IN_PROGRESS')
      reply.header('idempotency-replayed', 'true')
      return { status: first.status, body: first.body }
    }
    try {
      const answer = await next()
      await keep(db, scope, key, answer)
      return answer
    } catch (error) {
      if (error instanceof AppError && error.status < 500 && error.status !== 429) {
        await keep(db, scope, key, { status: error.status, body: toFailure(error, request.id) })
      } else {
        await release(db, scope, key)
      }
      throw error
    }
  }
}

/** Forgets the answers that are no longer promised. */
export async function forgetAnswers({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.run(sql`delete from idempotency where created_at < ${new Date(clock.now().getTime() - KEPT_FOR)}`)
}

function readKey(request: FastifyRequest, required: boolean): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined && !required) return undefined
  if (typeof header !== 'string' || header === '') throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
  if (!/^[\x20-\x7e]{8,255}$/.test(header)) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REQUIRED',
      {},
      { message: 'An Idempotency-Key has 8 to 255 printable characters.' },
    )
  }
  return header
}

/** Takes the key for this call. False when another call has it, or had it and answered. */
async function claim(db: Db, scope: string, key: string, hash: Buffer, now: Date): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into idempotency as i (scope, key, request_hash, created_at) values (${scope}, ${key}, ${hash}, ${now})
    on conflict (scope, key) do update
      set request_hash = excluded.request_hash, status = null, body = null, created_at = excluded.created_at
      where i.created_at < ${new Date(now.getTime() - KEPT_FOR)}
         or (i.status is null and i.request_hash = excluded.request_hash
             and i.created_at < ${new Date(now.getTime() - ABANDONED_AFTER)})`)
  return claimed > 0
}

async function find(db: Db, scope: string, key: string) {
  return db.maybeOne<{ request_hash: Buffer; status: number | null; body: object | null }>(sql`
    select request_hash, status, body from idempotency where scope = ${scope} and key = ${key}`)
}

async function keep(db: Db, scope: string, key: string, { status, body }: SentAnswer): Promise<void> {
  await db.run(sql`
    update idempotency set status = ${status}, body = ${JSON.stringify(body)}::jsonb
    where scope = ${scope} and key = ${key}`)
}

async function release(db: Db, scope: string, key: string): Promise<void> {
  await db.run(sql`delete from idempotency where scope = ${scope} and key = ${key} and status is null`)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The same text for the same value, however its fields are ordered. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  )
}
