import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { runWithRequest, type ActingUser, type RequestOutcome } from './request-context.ts'
import type { Clock } from '../clock.ts'
import { sql, type Db, type Queryable } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { Ids } from '../ids.ts'
import type { PriorResult, RouterOptions, SentResponse } from './router.ts'
import { toFailure } from './server.ts'

const RESPONSE_TTL_MS = 48 * 3_600_000
/** A call without an answer for this long counts as crashed: the next one with its key takes over. */
const CLAIM_TIMEOUT_MS = 60_000

/** State of a repeatable request: the key of its effect, and whether it was done before a crash. */
const requests = new WeakMap<FastifyRequest, { key: Buffer } & EarlierAttempt>()

/**
 * The key of a request's effect, equal for repetitions with the same idempotency key. Handlers store it with what they
 * create, so that a repetition after a crash finds it.
 */
export const requestKeyOf = (request: FastifyRequest): Buffer | null => requests.get(request)?.key ?? null

/**
 * Runs `act`, unless an earlier attempt did and crashed before answering. For transitions, which cannot be repeated.
 */
export async function runOnce(request: FastifyRequest, act: () => Promise<unknown>): Promise<void> {
  if (!requests.get(request)?.completed) await act()
}

/** Like `runOnce` for actions that return their own result: if an earlier attempt acted, `show` returns the result. */
export const runOnceOrShow = <T>(request: FastifyRequest, act: () => Promise<T>, show: () => Promise<T>): Promise<T> =>
  requests.get(request)?.completed ? show() : act()

/**
 * Creates something, unless an earlier attempt did and recorded its id (`recordCreatedId`): then `show` returns it by
 * id.
 */
export function createOnce<T>(
  request: FastifyRequest,
  make: () => Promise<T>,
  show: (id: string) => Promise<T>,
): Promise<T> {
  const createdId = requests.get(request)?.createdId
  return createdId ? show(createdId) : make()
}

/**
 * Wraps idempotent writes: the same `Idempotency-Key` gets the first answer, marked as replayed, and nothing runs
 * twice. Errors are answers too; server errors (5xx) are not stored. Every change records this attempt in its own
 * transaction (`appendEvent`), so an attempt overtaken by a successor changes nothing any more. If an earlier attempt
 * acted without answering, the answer is what was recorded with it, or what the resource's GET returns now. If neither
 * exists, or the GET depends on the caller (`hasPages` is false), the handler checks itself (`runOnce`,
 * `runOnceOrShow`, `createOnce`).
 */
export function idempotentWrites<Actor>(
  { db, clock, ids }: { db: Db; clock: Clock; ids: Ids },
  {
    callerOf,
    required,
    hasPages,
    behalfOf,
  }: {
    callerOf: (actor: Actor) => string
    required: boolean
    hasPages: boolean
    /** The person the caller acts for, if the body names one. Recorded with changes. */
    behalfOf?: (body: unknown) => ActingUser | undefined
  },
): NonNullable<RouterOptions<Actor>['around']> {
  return async ({ request, reply, actor, body, file, show }, next) => {
    if (request.method === 'GET') return next()
    const key = readKey(request, required)
    if (key === undefined) return next()
    const [path = '', query] = request.url.split('?')
    const scope = `${callerOf(actor)} ${request.method} ${path}`
    const hash = requestHash({ body, query, customer: request.headers['x-customer-id'], file })
    const call = { scope, key, hash, claimToken: ids.token() }
    const taken = await beginAttempt(db, call, clock.now())
    if ('status' in taken) {
      reply.header('idempotency-replayed', 'true')
      return taken
    }
    requests.set(request, { key: sha256(`${scope}\n${key}`), ...taken })
    // Recording locks the row until the transaction ends, so nobody else takes over the call meanwhile.
    const noted = new WeakSet<Queryable>()
    const note = async (tx: Queryable, outcome?: RequestOutcome) => {
      if (outcome === undefined && noted.has(tx)) return
      await markCompleted(tx, call, outcome)
      noted.add(tx)
    }
    try {
      const isReplayable = taken.completed && (hasPages || taken.result !== null)
      const serve = async () => (isReplayable ? await show(taken) : undefined) ?? next()
      const answer = await runWithRequest({ markChanged: note, onBehalf: behalfOf?.(body) }, serve)
      await storeSentResponse(db, call, answer)
      return answer
    } catch (error) {
      if (error instanceof AppError && error.status < 500 && error.status !== 429) {
        await storeSentResponse(db, call, { status: error.status, body: toFailure(error, request.id) })
      } else {
        await releaseKey(db, call)
      }
      throw error
    }
  }
}

/**
 * Runs an internal call, which has an acting person and may have a key, but whose answer is not stored. Returns the
 * result and the id of what it created, if recorded.
 */
export async function serveOnce<T>(
  request: FastifyRequest,
  { name, onBehalf }: { name: string | undefined; onBehalf: ActingUser | undefined },
  work: () => Promise<T>,
): Promise<{ served: T; createdId: string | undefined }> {
  if (name !== undefined) requests.set(request, { key: sha256(name), completed: false, createdId: null, result: null })
  let createdId: string | undefined
  const note = async (_: Queryable, outcome?: RequestOutcome) => void (createdId = outcome?.createdId ?? createdId)
  const served = await runWithRequest({ markChanged: note, onBehalf }, work)
  return { served, createdId }
}

interface KeyedRequest {
  scope: string
  key: string
  hash: Buffer
  /** Identifies this attempt among all with the same key. */
  claimToken: string
}

/** Results of earlier attempts. */
interface EarlierAttempt extends PriorResult {
  completed: boolean
}

/** Claims a key, or returns the stored answer. Throws if it belongs to another request or is still running. */
async function beginAttempt(db: Db, call: KeyedRequest, now: Date): Promise<SentResponse | EarlierAttempt> {
  for (;;) {
    const claimed = await claimKey(db, call, now)
    if (claimed) return claimed
    const first = await find(db, call)
    // It has just failed with a server error and was released, so this attempt claims it.
    if (!first) continue
    if (!first.requestHash.equals(call.hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (first.status === null || first.body === null) throw inProgress()
    return { status: first.status, body: first.body }
  }
}

const inProgress = () => new AppError('IDEMPOTENCY_IN_PROGRESS', {}, { headers: { 'retry-after': '1' } })

/** Deletes expired answers. */
export async function purgeResponses({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.execute(
    sql`delete from idempotency_keys where created_at <= ${new Date(clock.now().getTime() - RESPONSE_TTL_MS)}`,
  )
}

function readKey(request: FastifyRequest, required: boolean): string | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined && !required) return undefined
  if (typeof header !== 'string' || header === '') throw new AppError('IDEMPOTENCY_KEY_REQUIRED')
  if (!/^[\x20-\x7e]{8,255}$/.test(header)) {
    throw new AppError('IDEMPOTENCY_KEY_REQUIRED', {}, { message: 'IDEMPOTENCY_KEY_INVALID' })
  }
  return header
}

/** Claims a key that is new, expired, released, or held by a crashed attempt. Undefined otherwise. */
async function claimKey(
  db: Db,
  { scope, key, hash, claimToken }: KeyedRequest,
  now: Date,
): Promise<EarlierAttempt | undefined> {
  const expired = new Date(now.getTime() - RESPONSE_TTL_MS)
  return db.maybeOne<EarlierAttempt>(sql`
    insert into idempotency_keys as i (scope, key, request_hash, claim_token, claimed_at, created_at)
    values (${scope}, ${key}, ${hash}, ${claimToken}, ${now}, ${now})
    on conflict (scope, key) do update
      set request_hash = excluded.request_hash, response_status = null, response_body = null,
          claim_token = excluded.claim_token, claimed_at = excluded.claimed_at, completed = i.completed and i.created_at > ${expired},
          created_id = case when i.created_at > ${expired} then i.created_id end,
          result = case when i.created_at > ${expired} then i.result end,
          created_at = case when i.created_at > ${expired} then i.created_at else excluded.created_at end
      where i.created_at <= ${expired}
         or (i.response_status is null and i.request_hash = excluded.request_hash
             and (i.claim_token is null
                  or coalesce(i.claimed_at, i.created_at) <= ${new Date(now.getTime() - CLAIM_TIMEOUT_MS)}))
    returning completed, created_id as "createdId", result`)
}

async function find(db: Db, { scope, key }: KeyedRequest) {
  return db.maybeOne<{ requestHash: Buffer; status: number | null; body: object | null }>(sql`
    select request_hash as "requestHash", response_status as status, response_body as body
    from idempotency_keys where scope = ${scope} and key = ${key}`)
}

/** Records within a change that this attempt made it. Throws if the attempt lost its claim. */
async function markCompleted(
  tx: Queryable,
  { scope, key, claimToken }: KeyedRequest,
  { createdId, result }: RequestOutcome = {},
): Promise<void> {
  const kept = result === undefined ? null : JSON.stringify(result)
  const noted = await tx.executeCount(sql`
    update idempotency_keys set completed = true, created_id = coalesce(${createdId ?? null}, created_id),
      result = coalesce(${kept}::json, result)
    where scope = ${scope} and key = ${key} and claim_token = ${claimToken}`)
  if (noted === 0) throw inProgress()
}

async function storeSentResponse(
  db: Db,
  { scope, key, claimToken }: KeyedRequest,
  { status, body }: SentResponse,
): Promise<void> {
  await db.execute(sql`
    update idempotency_keys set response_status = ${status}, response_body = ${JSON.stringify(body)}::json
    where scope = ${scope} and key = ${key} and claim_token = ${claimToken}`)
}

/** Releases the key of a failed attempt, remembering whether it had acted. */
async function releaseKey(db: Db, { scope, key, claimToken }: KeyedRequest): Promise<void> {
  await db.execute(sql`
    delete from idempotency_keys where scope = ${scope} and key = ${key} and claim_token = ${claimToken} and not completed`)
  await db.execute(sql`
    update idempotency_keys set claim_token = null where scope = ${scope} and key = ${key} and claim_token = ${claimToken}`)
}

/** Hash of what makes two requests equal besides key, caller, method and path. */
function requestHash({
  body,
  query,
  customer,
  file,
}: {
  body: unknown
  query: string | undefined
  customer: string | string[] | undefined
  file: { bytes: Buffer } | undefined
}): Buffer {
  const beside = { query, customer, file: file && createHash('sha256').update(file.bytes).digest('hex') }
  const given = Object.values(beside).some(Boolean)
  return sha256(canonical(given ? { body: body ?? null, ...beside } : (body ?? null)))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** The same text for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [two]) => (one < two ? -1 : 1)))
      : part,
  )
}
