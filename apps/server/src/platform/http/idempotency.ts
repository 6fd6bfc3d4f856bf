import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import canonicalize from 'canonicalize'
import { fillPath } from '@fettle/protocol'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { isConnectionLoss } from '../db/connection-loss.ts'
import { sql, type Db, type Queryable } from '../db/db.ts'
import { isProcessRunning } from '../db/process-lock.ts'
import type { Deps } from '../deps.ts'
import { decrypt, encrypt } from '../crypto/encryption.ts'
import { AppError } from '../errors.ts'
import { runAsActingUser, type ActingUser } from './request-context.ts'
import type { RouterOptions, SentResponse } from './router.ts'
import { toFailure } from './server.ts'

const RESPONSE_RETENTION_MS = 48 * 3_600_000
/** A call without an answer for this long is taken over by the next one with its key, although its process runs. */
const CLAIM_TIMEOUT_MS = 60_000
const RELEASE_RETRY_MS = 250

const requestKeys = new WeakMap<FastifyRequest, Buffer>()

/**
 * The key of a request's effect, equal for repetitions with the same idempotency key. Passed on to services with
 * transactions of their own, such as the chat, so that they also act once.
 */
export const requestKeyOf = (request: FastifyRequest): Buffer | null => requestKeys.get(request) ?? null

/**
 * Wraps idempotent writes: the same `Idempotency-Key` gets the first response, marked as replayed, and nothing runs
 * twice. Errors are stored too, except server errors (5xx) and 429. The response is stored in the transaction of the
 * work, so after a crash either both exist or neither does. Storing it needs the attempt's claim: an attempt overtaken
 * by a successor changes nothing. The claim of a process that is gone is free at once.
 */
export function idempotentWrites<Actor>(
  { db, clock, ids, secrets, processId }: Pick<Deps, 'db' | 'clock' | 'ids' | 'secrets' | 'processId'>,
  {
    callerOf,
    required,
    behalfOf,
  }: {
    callerOf: (actor: Actor) => string
    required: boolean
    /** The person the caller acts for, if the body names one. Recorded with changes. */
    behalfOf?: (body: unknown) => ActingUser | undefined
  },
): NonNullable<RouterOptions<Actor>['wrap']> {
  return async ({ request, reply, actor, operation, body, file }, next) => {
    if (request.method === 'GET') return next()
    const key = readKey(request, required)
    if (key === undefined) return next()
    const [, query] = request.url.split('?')
    // Not the URL: one operation on one object can be spelled in several ways.
    const path = fillPath(operation.path, request.params as Record<string, unknown>)
    const scope = `${callerOf(actor)} ${operation.method} ${path}`
    const hash = requestHash({ body, query, customer: request.headers['x-customer-id'], file })
    const call = { scope, key, hash, claimToken: ids.token(), processId, responseKey: secrets.responseKey }
    const stored = await claimOrFindResponse(db, call, clock.now())
    if (stored) {
      reply.header('idempotency-replayed', 'true')
      return stored
    }
    requestKeys.set(request, sha256(`${scope}\n${key}`))
    const { sent, error } = await runOnce(db, call, () =>
      runAsActingUser(behalfOf?.(body), async () => {
        try {
          return { sent: await next() }
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error
          return { sent: { status: error.status, body: toFailure(error, request.id) }, error }
        }
      }),
    )
    if (error) throw error
    return sent
  }
}

interface KeyedRequest {
  scope: string
  key: string
  hash: Buffer
  /** Identifies this attempt among all with the same key. */
  claimToken: string
  /** The process that runs this attempt. */
  processId: string
  responseKey: Buffer
}

/** Runs the work of a claimed call and stores its response, in one transaction. Releases the claim if it fails. */
async function runOnce<T extends { sent: SentResponse }>(
  db: Db,
  call: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await db.unitOfWork(work, (tx, { sent }) =>
      sent.status === 429 ? releaseClaim(tx, call) : storeResponse(tx, call, sent),
    )
  } catch (error) {
    await releaseClaim(db, call).catch((failure: unknown) => {
      if (!isConnectionLoss(failure)) throw failure
      void releaseOnceConnected(db, call)
    })
    throw error
  }
}

/** Releases a claim once the database can be reached again, so that nobody waits until the claim times out. */
async function releaseOnceConnected(db: Db, call: KeyedRequest): Promise<void> {
  for (let waited = 0; waited < CLAIM_TIMEOUT_MS; waited += RELEASE_RETRY_MS) {
    await wait(RELEASE_RETRY_MS, undefined, { ref: false })
    const failure = await releaseClaim(db, call).catch((error: unknown) => error)
    if (!isConnectionLoss(failure)) return
  }
}

/** Claims a key, or returns its response. Throws if it belongs to another request or is still running. */
async function claimOrFindResponse(db: Db, call: KeyedRequest, now: Date): Promise<SentResponse | undefined> {
  let deadProcess: string | null = null
  for (;;) {
    if (await claim(db, call, now, deadProcess)) return undefined
    const first = await find(db, call)
    // It has just failed with a server error and was released, so this attempt claims it.
    if (!first) continue
    if (!first.requestHash.equals(call.hash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
    if (first.status !== null && first.body !== null) return { status: first.status, body: readBody(call, first.body) }
    if (first.processId === deadProcess || (await isProcessRunning(db, first.processId))) throw inProgress()
    deadProcess = first.processId
  }
}

const inProgress = () => new AppError('IDEMPOTENCY_IN_PROGRESS', {}, { headers: { 'retry-after': '1' } })

/** Deletes responses stored longer than 48 hours ago. */
export async function purgeResponses({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db.execute(
    sql`delete from idempotency_keys where created_at <= ${new Date(clock.now().getTime() - RESPONSE_RETENTION_MS)}`,
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

/** Claims a key that is new, expired, or held by an attempt that is slow or of a dead process. Returns whether it did. */
async function claim(
  db: Db,
  { scope, key, hash, claimToken, processId }: KeyedRequest,
  now: Date,
  deadProcess: string | null,
): Promise<boolean> {
  const expired = new Date(now.getTime() - RESPONSE_RETENTION_MS)
  const claimed = await db.executeCount(sql`
    insert into idempotency_keys as i (scope, key, request_hash, claim_token, claimed_by, claimed_at, created_at)
    values (${scope}, ${key}, ${hash}, ${claimToken}, ${processId}, ${now}, ${now})
    on conflict (scope, key) do update
      set request_hash = excluded.request_hash, response_status = null, response_body = null,
          claim_token = excluded.claim_token, claimed_by = excluded.claimed_by, claimed_at = excluded.claimed_at,
          created_at = case when i.created_at > ${expired} then i.created_at else excluded.created_at end
      where i.created_at <= ${expired}
         or (i.response_status is null and i.request_hash = excluded.request_hash
             and (i.claimed_at <= ${new Date(now.getTime() - CLAIM_TIMEOUT_MS)} or i.claimed_by = ${deadProcess}))`)
  return claimed > 0
}

async function find(db: Db, { scope, key }: KeyedRequest) {
  return db.maybeOne<{
    requestHash: Buffer
    processId: string
    status: number | null
    body: string | null
  }>(sql`
    select request_hash as "requestHash", claimed_by as "processId", response_status as status, response_body as body
    from idempotency_keys where scope = ${scope} and key = ${key}`)
}

/** Stores the response in the transaction of the work. Throws if another attempt has taken over the claim. */
async function storeResponse(tx: Queryable, call: KeyedRequest, { status, body }: SentResponse): Promise<void> {
  const { scope, key, claimToken } = call
  const stored = await tx.executeCount(sql`
    update idempotency_keys set response_status = ${status}, response_body = ${JSON.stringify(sealBody(call, body))}::json
    where scope = ${scope} and key = ${key} and claim_token = ${claimToken}`)
  if (stored === 0) throw inProgress()
}

/** Responses may contain secrets, such as that of a webhook endpoint. */
const sealBody = ({ responseKey, scope, key }: KeyedRequest, body: object): string =>
  encrypt(responseKey, `${scope}\n${key}`, JSON.stringify(body)).toString('base64')

/** Throws IDEMPOTENCY_KEY_REUSED where the secret it was sealed with is gone: the work is done, so it may not run again. */
function readBody({ responseKey, scope, key }: KeyedRequest, stored: string): object {
  let text: string
  try {
    text = decrypt(responseKey, `${scope}\n${key}`, Buffer.from(stored, 'base64'))
  } catch {
    throw new AppError('IDEMPOTENCY_KEY_REUSED', {}, { message: 'IDEMPOTENCY_RESPONSE_LOST' })
  }
  return JSON.parse(text) as object
}

/**
 * Releases the claim of an attempt that failed or may be repeated at once. A stored response stays: the connection may
 * have been lost after the commit.
 */
async function releaseClaim(tx: Queryable, { scope, key, claimToken }: KeyedRequest): Promise<void> {
  await tx.execute(sql`
    delete from idempotency_keys
    where scope = ${scope} and key = ${key} and claim_token = ${claimToken} and response_status is null`)
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
  const otherParts = { query, customer, file: file && hash('sha256', file.bytes) }
  const hasOtherParts = Object.values(otherParts).some(Boolean)
  // The same text for equal values, whatever the order of their fields.
  return sha256(canonicalize(hasOtherParts ? { body: body ?? null, ...otherParts } : (body ?? null)) ?? '')
}

const sha256 = (text: string) => hash('sha256', text, 'buffer')
