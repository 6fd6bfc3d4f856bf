import { findTimeZone } from '../../auth/index.ts'
import {
  disputeReasonCodes,
  fitsReason,
  type DisputeReason,
  type DisputeSubjectType,
  type DisputeTerms,
} from '@fettle/protocol/disputes'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { customerNameOf } from '../../../platform/locale/customer-name.ts'
import { holdMoney } from '../money/dispute-money.service.ts'
import { disputeWorkflow, type DisputeDeps } from '../dispute.workflow.ts'
import { moneyOf, type Dispute } from '../dispute.rules.ts'
import * as store from '../disputes.store.ts'
import { describeDispute, toNotification } from '../dispute.effects.ts'
import { addEvidenceIn } from '../evidence/evidence.service.ts'
import { newDispute } from '../transitions.rules.ts'
import { enqueueEvidenceBundle } from '../evidence/evidence-bundle.service.ts'
import type { DisputableSubject, SubjectHandler } from '../subjects/subjects.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Input of a new dispute. */

export interface DisputeRequest {
  subject: { type: DisputeSubjectType; id: string }
  reasonCode: DisputeReason
  statement: string
  /** Minor units. Defaults to the whole amount; 0 disputes no money. */
  amountInDispute?: number | undefined
  desiredOutcome?: string | undefined
  /** The person's uploads with purpose EVIDENCE. */
  evidenceIds?: readonly string[] | undefined
}

const handlerOf = ({ subjects }: DisputeDeps, type: DisputeSubjectType): SubjectHandler => {
  const handler = subjects[type]
  if (!handler) throw new AppError('NOT_FOUND', { thing: type.toLowerCase() })
  return handler
}

/** Throws for a review: contesting it opens the dispute. */
export function assertDirect({ type }: DisputeRequest['subject']): void {
  if (type === 'REVIEW') throw fieldError(['subject', 'type'], 'NOT_ALLOWED', issueText('REVIEW_NOT_DISPUTABLE'))
}

/** Loads the subject, if it can be disputed and was not before. */
async function inspectSubject(
  deps: DisputeDeps,
  tx: Tx,
  person: ActingPerson,
  { type, id }: DisputeRequest['subject'],
): Promise<DisputableSubject> {
  const disputed = await handlerOf(deps, type).inspect(deps, tx, person, id)
  if (!disputed.isRepeatable && (await store.wasResolved(tx, id))) {
    throw new AppError('DISPUTE_EXISTS', {}, { message: 'ALREADY_SETTLED' })
  }
  return disputed
}

/** The possible terms of a dispute about a subject. */
export const getTerms = (
  deps: DisputeDeps,
  person: ActingPerson,
  subject: DisputeRequest['subject'],
): Promise<DisputeTerms> =>
  deps.db.transaction(async (tx) => {
    const { total, wholeOnly, until, customer, label, title, ...links } = await inspectSubject(
      deps,
      tx,
      person,
      subject,
    )
    return {
      subject: {
        ...subject,
        label,
        title,
        bookingId: links.bookingId ?? null,
        contractId: links.contractId ?? null,
        invoiceId: links.invoiceId ?? null,
      },
      customerName: customerNameOf(customer.name),
      total,
      wholeOnly: wholeOnly ?? false,
      reasons: disputeReasonCodes.filter((reason) => fitsReason(reason, subject.type)),
      until: until?.toISOString() ?? null,
    }
  })

/** The amount in dispute. Null where no money is. Throws a field error. */
function amountOf({ total, wholeOnly }: DisputableSubject, requested: number | undefined): number | null {
  const path = ['amountInDispute']
  if (total === null) {
    if (!requested) return null
    throw fieldError(path, 'NOT_ALLOWED', issueText('NOTHING_TO_DISPUTE'))
  }
  const amount = requested ?? total.amount
  if (amount > total.amount) throw fieldError(path, 'TOO_BIG', issueText('TOTAL_EXCEEDED', { amount: total }))
  if (wholeOnly && amount !== total.amount) throw fieldError(path, 'NOT_ALLOWED', issueText('ALL_OR_NOTHING'))
  return amount === 0 ? null : amount
}

/**
 * Opens a dispute in the caller's transaction: marks the subject, holds its money and notifies both sides. Throws
 * NOT_FOUND, INVALID_TRANSITION, DISPUTE_CLOSED, DISPUTE_EXISTS, or a field error.
 */
export async function openDisputeIn(
  deps: DisputeDeps,
  tx: Tx,
  person: ActingPerson,
  opening: DisputeRequest,
): Promise<Dispute> {
  const { subject, reasonCode, statement, amountInDispute, desiredOutcome, evidenceIds = [] } = opening
  if (!fitsReason(reasonCode, subject.type))
    throw fieldError(['reasonCode'], 'NOT_ALLOWED', issueText('REASON_NOT_ALLOWED'))
  const handler = handlerOf(deps, subject.type)
  const disputed = await inspectSubject(deps, tx, person, subject)
  const amount = amountOf(disputed, amountInDispute)
  const { total, label, title, status } = disputed
  // A customer who disputes a part accepts the rest.
  const isAdvanced = disputed.isUnconfirmed && person.role === 'CUSTOMER' && amount !== null
  const dispute = newDispute(
    {
      id: deps.ids.next('dsp'),
      providerId: disputed.providerId,
      customer: { ...disputed.customer, avatar: null },
      subject: { ...subject, label, title, status },
      bookingId: disputed.bookingId ?? null,
      contractId: disputed.contractId ?? null,
      invoiceId: disputed.invoiceId ?? null,
      openedBy: person.role,
      reasonCode,
      statement,
      desiredOutcome: desiredOutcome || null,
      currency: total?.currency ?? null,
      total: total?.amount ?? null,
      amount,
      advancedAmount: isAdvanced ? (total?.amount ?? 0) : 0,
    },
    deps.clock.now(),
  )
  if (!(await store.insert(tx, dispute))) throw new AppError('DISPUTE_EXISTS')
  const claims = await handler.claims(deps, tx, dispute)
  await handler.open(deps, tx, person, dispute)
  await holdMoney(deps, tx, dispute, claims)
  if (evidenceIds.length > 0)
    await addEvidenceIn(deps, tx, person, dispute, { fileIds: evidenceIds, field: 'evidenceIds' })
  await enqueueEvidenceBundle(deps, tx, dispute)
  const timeZone = await findTimeZone(deps, tx, dispute.providerId)
  await disputeWorkflow.begin(deps, tx, person, dispute, {
    event: 'dispute.opened',
    data: { reasonCode, amount, currency: dispute.currency, respondBy: dispute.respondBy.toISOString() },
    systemMessage: { code: 'dispute-opened', params: { person: person.name, dispute: describeDispute(dispute) } },
    ...(person.role === 'CUSTOMER' && {
      notification: toNotification(dispute, 'dispute-opened', {
        amount: moneyOf(dispute, dispute.amount),
        respondBy: dispute.respondBy.toISOString(),
        timeZone,
      }),
    }),
  })
  return dispute
}
