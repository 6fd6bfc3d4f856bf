import type { Received, Result } from '@fettle/protocol'
import {
  SUSPENSION_MAX_DAYS,
  type AuditEntry,
  type getProviderAudit,
  type listSuspendedProviders,
  type SuspendedProvider,
  type Suspension as SuspensionView,
  type suspendProvider,
} from '@fettle/protocol/accounts/moderation'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { operatorActor, SYSTEM_ACTOR, type ActorRef } from '../../platform/acting-party.ts'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { appendEvent } from '../../platform/db/domain-events.ts'
import { plainCustomerName } from '../../platform/locale/customer-name.ts'
import { signalChange } from '../../platform/signal-change.ts'
import {
  announceAccountChange,
  findAccount,
  findSuspension,
  findTimeZone,
  listSuspended,
  lockAccount,
  setSuspension,
  SUSPENSION_CHANGED,
  type AccountSuspension,
  type SuspensionChanged,
} from '../auth/index.ts'
import { resolveFor, notify } from '../notifications/index.ts'
import * as store from './moderation.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Suspending and reinstating providers. */

const END_SUSPENSION_JOB = 'moderation.end-suspension'

type ModerationStatus = Result<typeof suspendProvider>
const toView = ({ reason, at, until }: AccountSuspension): SuspensionView => ({
  reason,
  since: at.toISOString(),
  until: until.toISOString(),
})

async function lock(tx: Tx, id: string): Promise<void> {
  const account = await lockAccount(tx, id)
  if (!account || account.closedAt) throw new AppError('NOT_FOUND', { thing: 'provider' })
}

/** Makes an account read-only until a time. A suspended one gets the new reason and time. */
export function suspend(
  deps: Deps,
  operator: string,
  id: string,
  { reason, until }: Received<typeof suspendProvider>['body'],
): Promise<ModerationStatus> {
  const now = deps.clock.now()
  const end = new Date(until)
  if (end <= now) throw fieldError(['until'], 'TOO_SMALL', issueText('SUSPENSION_END_IN_PAST'))
  if (+end > +now + SUSPENSION_MAX_DAYS * DAY_MS)
    throw fieldError(['until'], 'TOO_BIG', issueText('SUSPENSION_TOO_LONG'))
  return deps.db.transaction(async (tx) => {
    await lock(tx, id)
    const existing = await findSuspension(tx, id)
    if (existing && existing.reason === reason && +existing.until === +end) return { id, suspension: toView(existing) }
    const suspension = { at: existing?.at ?? now, until: end, reason }
    await setSuspension(tx, id, suspension)
    await deps.jobs.add(tx, END_SUSPENSION_JOB, { id }, { runAt: end, key: `${END_SUSPENSION_JOB} ${id}` })
    await notifySuspension(deps, tx, id, {
      type: 'provider.suspended',
      status: 'SUSPENDED',
      actor: operatorActor(operator),
      data: { reason, until: end.toISOString() },
    })
    await notify(deps, tx, {
      workflow: 'account-suspended',
      providerId: id,
      params: {
        reason,
        until: end.toISOString(),
        timeZone: await findTimeZone(deps, tx, id),
      },
      data: { type: 'profile', id },
    })
    return { id, suspension: toView(suspension) }
  })
}

/** Ends a suspension. Does nothing if it has ended. */
export function reinstate(
  deps: Deps,
  operator: string,
  id: string,
  { reason }: { reason?: string | undefined },
): Promise<ModerationStatus> {
  return deps.db.transaction(async (tx) => {
    await lock(tx, id)
    if (await findSuspension(tx, id)) {
      await end(deps, tx, id, operatorActor(operator), { ...(reason && { reason }) })
      await deps.jobs.cancel(tx, `${END_SUSPENSION_JOB} ${id}`)
    }
    return { id, suspension: null }
  })
}

/** Ends a suspension on time. Idempotent; ignores suspensions changed or ended meanwhile. */
async function endInTime(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, id))) return
    const suspension = await findSuspension(tx, id)
    if (suspension && suspension.until <= deps.clock.now()) await end(deps, tx, id, SYSTEM_ACTOR, {})
  })
}

async function end(deps: Deps, tx: Tx, id: string, actor: ActorRef, data: Record<string, unknown>): Promise<void> {
  await setSuspension(tx, id, null)
  await notifySuspension(deps, tx, id, { type: 'provider.reinstated', status: 'ACTIVE', actor, data })
  const subject = { type: 'profile', id } as const
  await resolveFor(deps, tx, subject, 'account-suspended')
  await notify(deps, tx, { workflow: 'account-reinstated', providerId: id, params: {}, data: subject })
}

/** Records the change, invalidates sessions in every process and signals open screens. */
async function notifySuspension(
  deps: Deps,
  tx: Tx,
  id: string,
  { type, status, actor, data }: { type: string; status: string; actor: ActorRef; data: Record<string, unknown> },
): Promise<void> {
  await appendEvent(deps, tx, { subject: { type: 'provider', id, status }, type, actor, data, providerId: id })
  announceAccountChange(deps, tx, id)
  await deps.jobs.add(tx, SUSPENSION_CHANGED, { accountId: id } satisfies SuspensionChanged)
  signalChange(deps, tx, id, { type: 'profile', id })
}

/** Suspended providers, latest first. */
export async function listProviders(
  { db }: Pick<Deps, 'db'>,
  { limit, cursor }: Received<typeof listSuspendedProviders>['query'],
): Promise<{ providers: SuspendedProvider[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const found = await listSuspended(db, { after, limit: limit + 1 })
  const { page, nextCursor } = pageOf(found, limit, ({ id, at }) => ({ id, at }))
  return {
    providers: page.map(({ id, name, ...suspension }) => ({ id, name, suspension: toView(suspension) })),
    nextCursor,
  }
}

/** Throws if a provider may not take requests. */
export async function assertTakesRequests(
  db: Queryable,
  providerId: string,
  field: (string | number)[] = ['providerId'],
): Promise<void> {
  if (!(await findSuspension(db, providerId))) return
  throw fieldError(field, 'NOT_ALLOWED', issueText('PROVIDER_UNAVAILABLE'))
}

/** Events by and about a provider, newest first. */
export async function audit(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { limit, before, type }: Received<typeof getProviderAudit>['query'],
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  if (!(await findAccount(db, id))) throw new AppError('NOT_FOUND', { thing: 'provider' })
  const found = await store.listEvents(db, id, { before, type, limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    entries: page.map(({ at, occurredAt, actor, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      occurredAt: occurredAt.toISOString(),
      actor: { ...actor, name: actor.type === 'CUSTOMER' ? plainCustomerName(actor.name) : actor.name },
    })),
    nextCursor: last && found.length > limit ? String(last.seq) : null,
  }
}

export function handleEnds(deps: Deps): void {
  deps.jobs.handle<{ id: string }>(END_SUSPENSION_JOB, ({ id }) => endInTime(deps, id))
}
