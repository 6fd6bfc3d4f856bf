import { DAY_MS } from '@fettle/protocol/core/durations'
import type { Delivery, DeliveryChannel, DeliveryStatus } from '@fettle/protocol/marketplace/deliveries'
import type { Clock } from '../../platform/clock.ts'
import { sql, type Db } from '../../platform/db/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { discardFailed, listFailed, replayFailed, type FailedJob } from '../../platform/jobs/failed-jobs.ts'
import type { Jobs } from '../../platform/jobs/jobs.types.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Delivery jobs and their channels. The channel of an outgoing message is that of its row. */
const channelOf: Record<string, DeliveryChannel> = {
  'outgoing-messages.send': 'EMAIL',
  'notifications.push-to': 'PUSH',
  'notifications.deliver': 'INBOX',
  'notifications.complete': 'INBOX',
  'inbox.wake': 'INBOX',
  'notifications.mail': 'NOTICE',
  'notifications.digest': 'NOTICE',
  'notifications.push': 'NOTICE',
}
const tasks = Object.keys(channelOf)

interface DeliveryDeps {
  db: Db
  clock: Clock
}

interface DeliveryQuery {
  limit: number
  cursor?: string | undefined
  status?: readonly DeliveryStatus[] | undefined
}

/** Failed deliveries, newest first; by default those given up. */
export async function listDeliveries(
  { db }: Pick<DeliveryDeps, 'db'>,
  { limit, cursor, status = ['GIVEN_UP'] }: DeliveryQuery,
): Promise<{ deliveries: Delivery[]; meta: { nextCursor: string | null } }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor))
    throw fieldError(['cursor'], 'INVALID_FORMAT', issueText('CURSOR_INVALID'))
  const isGivenUp = new Set(status).size === 1 ? status[0] === 'GIVEN_UP' : undefined
  const found = await listFailed(db, tasks, { isGivenUp, before: cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const subjects = await findSubjects(db, page)
  return {
    deliveries: page.map((job) => toDelivery(job, subjects)),
    meta: { nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null },
  }
}

/**
 * Retries one failed delivery, or all given up. Returns their number. Throws NOT_FOUND for a delivery that has not
 * failed.
 */
export async function replay({ db, clock }: DeliveryDeps, id?: string): Promise<number> {
  const count = await db.transaction((tx) => replayFailed(tx, tasks, clock.now(), id))
  if (id !== undefined && count === 0) throw new AppError('NOT_FOUND', { thing: 'delivery' })
  return count
}

/** Deletes a failed delivery. Throws NOT_FOUND for one that has not failed. */
export async function discard({ db }: Pick<DeliveryDeps, 'db'>, id: string): Promise<number> {
  const count = await db.transaction((tx) => discardFailed(tx, tasks, { id }))
  if (count === 0) throw new AppError('NOT_FOUND', { thing: 'delivery' })
  return count
}

/** Messages that were given up are purged after this time: their subject has passed by then. */
const GIVEN_UP_RETENTION_MS = 7 * DAY_MS

/** Registers the job that deletes deliveries given up a week ago. */
export function purgeDaily({ db, clock, jobs }: DeliveryDeps & { jobs: Jobs }): void {
  jobs.repeat('deliveries.purge-given-up', DAY_MS, async () => {
    await discardFailed(db, tasks, { givenUpBefore: new Date(clock.now().getTime() - GIVEN_UP_RETENTION_MS) })
  })
}

interface DeliverySubject {
  id: string
  to: string
  subject: string | null
  channel: DeliveryChannel | null
}

/** Ids of the message or notification and of the provider, which are parts of a delivery job's key and queue. */
const idsOf = ({ key, queue }: FailedJob): string[] => `${key} ${queue}`.match(/\b[a-z]{3}_[0-9A-Z]{26}\b/g) ?? []

/** Messages and notifications of jobs, in one statement. */
async function findSubjects(db: Db, jobs: readonly FailedJob[]): Promise<Map<string, DeliverySubject>> {
  const ids = jobs.flatMap(idsOf)
  const subjects = await db.query<DeliverySubject>(sql`
    select id, recipient as "to", subject, channel from outgoing_messages where id = any(${ids})
    union all
    select id, provider_id, workflow, null from notifications where id = any(${ids})`)
  return new Map(subjects.map((one) => [one.id, one]))
}

function toDelivery(job: FailedJob, subjects: ReadonlyMap<string, DeliverySubject>): Delivery {
  const ids = idsOf(job)
  const subject = ids.map((id) => subjects.get(id)).find((found) => found !== undefined)
  return {
    id: job.id,
    channel: subject?.channel ?? channelOf[job.task] ?? 'NOTICE',
    status: job.isGivenUp ? 'GIVEN_UP' : 'RETRYING',
    to: subject?.to ?? ids.find((id) => id.startsWith('usr_')) ?? null,
    subject: subject?.subject ?? null,
    attempts: job.attempts,
    maxAttempts: job.maxAttempts,
    error: job.error.slice(0, 500),
    nextAttemptAt: job.isGivenUp ? null : job.nextAt.toISOString(),
    createdAt: job.createdAt.toISOString(),
  }
}
