import { findTimeZone } from '../auth/index.ts'
import type { PageMeta, Received } from '@fettle/protocol'
import {
  disputeStatuses,
  type DisputeStatus,
  type DisputeSummary,
  type DisputeView,
  type listDisputes as listOperation,
} from '@fettle/protocol/disputes'
import type { decideDispute } from '@fettle/protocol/marketplace/disputes'
import { bumpVersion } from '../../platform/workflow/rules.ts'
import type { ActingPerson } from '../../platform/acting-party.ts'
import { loadText, readText } from '../../platform/locale/messages.ts'
import { decodeCursor, pageOf } from '../../platform/db/cursor.ts'
import type { Deps } from '../../platform/deps.ts'
import { fieldError } from '../../platform/errors.ts'
import { listTimeline } from '../../platform/db/domain-events.ts'
import { disputeWorkflow, type DisputeDeps } from './dispute.workflow.ts'
import { getOwnDispute, type DisputeParty } from './dispute.access.ts'
import { assertAllowed, affectsRates, moneyOf, type Dispute, type ListedDispute } from './dispute.rules.ts'
import * as store from './disputes.store.ts'
import { describeDispute, toNotification, toUpdateEffects, type DisputeEffects } from './dispute.effects.ts'
import { toSummary, toView } from './dispute.view.ts'
import * as transitions from './transitions.rules.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

export async function listDisputes(
  { db }: Pick<Deps, 'db'>,
  parties: Pick<store.DisputeQuery, 'providerId' | 'customerId'>,
  { limit, cursor, status, subjectId }: Received<typeof listOperation>['query'],
): Promise<{ disputes: ListedDispute[]; meta: PageMeta }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const query = { ...parties, statuses: status, subjectId }
  const [found, counts] = await Promise.all([
    store.list(db, { ...query, after, limit: limit + 1 }),
    store.countAll(db, query),
  ])
  const { page, nextCursor } = pageOf(found, limit, ({ id, createdAt }) => ({ id, at: createdAt }))
  const countOf = (state: DisputeStatus) => counts.find((row) => row.status === state)?.count ?? 0
  const countedStatuses: readonly DisputeStatus[] = status ?? disputeStatuses
  return {
    disputes: page,
    meta: {
      nextCursor,
      total: countedStatuses.reduce((sum, state) => sum + countOf(state), 0),
      countsByStatus: Object.fromEntries(disputeStatuses.map((state) => [state, countOf(state)])),
    },
  }
}

export const listCards = async (
  { db }: Pick<Deps, 'db'>,
  providerId: string,
  ids: readonly string[],
): Promise<DisputeSummary[]> => (await store.findMany(db, providerId, ids)).map(toSummary)

export const getDispute = async (deps: Deps, party: DisputeParty, id: string): Promise<DisputeView> =>
  toView(deps, deps.db, await getOwnDispute(deps.db, party, id), party)

export async function getTimeline({ db }: Pick<Deps, 'db'>, party: DisputeParty, id: string) {
  await getOwnDispute(db, party, id)
  return listTimeline(db, { type: 'dispute', id }, 'CUSTOMER')
}

/** All disputes of a provider with their timelines, for the data export. */
export async function listAllDisputes(deps: Deps, { id, name }: { id: string; name: string }): Promise<DisputeView[]> {
  const views: DisputeView[] = []
  for (const dispute of await store.listWithEvidence(deps.db, id)) {
    views.push(await toView(deps, deps.db, dispute, { role: 'PROVIDER', id, name }))
  }
  return views
}

interface Versioned {
  version?: number | undefined
}

export const respond = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  { version, statement }: Versioned & { statement: string },
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    version,
    isDone: (dispute) => dispute.response === statement && dispute.openedBy !== person.role,
    decide: (before, context) => transitions.respond(before, statement, context),
    describeEffects: (after) =>
      toUpdateEffects(person, after, { what: 'ANSWERED', code: 'dispute-answered', note: statement }),
  })

/** Validates the provider's part of the amount in dispute. Throws a field error. */
function partOf({ amount: disputed, currency, subject }: Dispute, part: number | undefined): number | null {
  const path = ['amountToProvider']
  if (disputed === null || currency === null) {
    if (!part) return null
    throw fieldError(path, 'NOT_ALLOWED', issueText('NO_DISPUTED_AMOUNT'))
  }
  if (part === undefined) throw fieldError(path, 'REQUIRED', issueText('AMOUNT_REQUIRED'))
  if (part > disputed) {
    throw fieldError(path, 'TOO_BIG', issueText('DISPUTED_AMOUNT_EXCEEDED', { amount: { amount: disputed, currency } }))
  }
  if (subject.type === 'PAYMENT' && part !== 0 && part !== disputed) {
    throw fieldError(path, 'NOT_ALLOWED', issueText('ALL_OR_NOTHING'))
  }
  return part
}

export const propose = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  { version, amountToProvider, note }: Versioned & { amountToProvider?: number | undefined; note: string },
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    version,
    decide(before, { now }) {
      const context = { role: person.role, now }
      assertAllowed(before, 'propose', context)
      const amount = partOf(before, amountToProvider)
      return transitions.propose(before, { id: deps.ids.next('prp'), amount, note }, context)
    },
    describeEffects(after) {
      const amount = moneyOf(after, after.proposals.at(-1)?.amount ?? null)
      return toUpdateEffects(person, after, { what: 'PROPOSED', code: 'settlement-proposed', amount, note })
    },
  })

/** Accepts the other side's proposal, which settles the dispute at once. */
export const accept = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  proposalId: string,
  { version }: Versioned = {},
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    version,
    isDone: ({ proposals, lastActionBy }) =>
      lastActionBy === person.role &&
      proposals.some((each) => each.id === proposalId && each.status === 'ACCEPTED' && each.by !== person.role),
    decide: (before, context) => transitions.agree(before, proposalId, context),
    describeEffects: (after) => toResolvedEffects(after, { notifiesProvider: person.role !== 'PROVIDER' }),
  })

export const decline = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  proposalId: string,
  { version, note }: Versioned & { note?: string | undefined } = {},
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    version,
    isDone: ({ proposals }) =>
      proposals.some((each) => each.id === proposalId && each.status === 'DECLINED' && each.by !== person.role),
    decide: (before, context) => transitions.declineProposal(before, proposalId, context),
    describeEffects: (after) =>
      toUpdateEffects(person, after, { what: 'DECLINED', code: 'settlement-declined', note: note || null }),
  })

export const withdraw = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  { version }: Versioned = {},
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    action: 'withdraw',
    version,
    decide: (before, context) => transitions.withdraw(before, context),
    describeEffects: (after) => toUpdateEffects(person, after, { what: 'WITHDRAWN', code: 'dispute-withdrawn' }),
  })

export const appeal = (
  deps: DisputeDeps,
  person: ActingPerson,
  id: string,
  { version, note }: Versioned & { note: string },
): Promise<Dispute> =>
  disputeWorkflow.run(deps, person, id, {
    action: 'appeal',
    version,
    decide: async (before, { now }, tx) =>
      transitions.appeal(before, note, {
        role: person.role,
        now,
        timeZone: await findTimeZone(deps, tx, before.providerId),
      }),
    describeEffects: (after) => toUpdateEffects(person, after, { what: 'APPEALED', code: 'dispute-appealed', note }),
  })

/** Effects of a resolution. `notifiesProvider` if somebody else caused it. */
export function toResolvedEffects(
  after: Dispute,
  { notifiesProvider, timeZone = 'UTC' }: { notifiesProvider: boolean; timeZone?: string },
): DisputeEffects {
  const { outcome } = after
  const amount = outcome?.amountToProvider ?? null
  const { by = 'AGREEMENT', attribution = null, appealUntil = null } = outcome ?? {}
  const rationale = readText('en', loadText(outcome?.rationale ?? ''))
  return {
    event: 'dispute.resolved',
    data: { by, amountToProvider: outcome?.amountToProvider ?? null, attribution, rationale, appealUntil },
    systemMessage:
      by === 'AGREEMENT'
        ? { code: 'dispute-settled', params: { dispute: describeDispute(after) } }
        : { code: 'dispute-decided', params: { dispute: describeDispute(after) } },
    ...(notifiesProvider && {
      notification: toNotification(after, 'dispute-resolved', {
        by,
        amount,
        appealUntil,
        timeZone,
      }),
    }),
  }
}

export const assign = (deps: DisputeDeps, party: DisputeParty, id: string, assignee: string): Promise<Dispute> =>
  disputeWorkflow.run(deps, party, id, {
    isDone: (dispute) => dispute.assignee === assignee,
    decide(before, context) {
      assertAllowed(before, 'assign', context)
      return { ...bumpVersion(before, context.now), assignee }
    },
    describeEffects: () => ({ event: 'dispute.updated', data: { what: 'ASSIGNED', assignee } }),
  })

/** Decides as an operator. Each side may appeal once. */
export const decide = (
  deps: DisputeDeps,
  party: DisputeParty,
  id: string,
  { amountToProvider, attribution, subjectStatus, settlement, rationale }: Received<typeof decideDispute>['body'],
): Promise<Dispute> =>
  disputeWorkflow.run(deps, party, id, {
    async decide(before, context, tx) {
      assertAllowed(before, 'decide', context)
      const handler = deps.subjects[before.subject.type]
      if (affectsRates(before) && attribution === undefined) {
        throw fieldError(['attribution'], 'REQUIRED', issueText('ATTRIBUTION_REQUIRED'))
      }
      if (subjectStatus !== undefined) {
        const allowed = handler?.endings(before.subject.status) ?? []
        if (!allowed.includes(subjectStatus)) {
          throw fieldError(
            ['subjectStatus'],
            'NOT_ALLOWED',
            issueText('CHOOSE_ONE_OF', { list: { list: allowed, join: 'or' } }),
          )
        }
        await handler?.assertEnding?.(tx, before, subjectStatus)
      }
      const ruling = {
        amountToProvider: partOf(before, amountToProvider),
        attribution: attribution ?? null,
        subjectStatus: subjectStatus ?? null,
        settlement: settlement ?? null,
        rationale,
      }
      return transitions.decide(before, ruling, context)
    },
    describeEffects: async (after, _, tx) =>
      toResolvedEffects(after, { notifiesProvider: true, timeZone: await findTimeZone(deps, tx, after.providerId) }),
  })
