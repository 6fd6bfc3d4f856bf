import { DAY_MS } from '@fettle/protocol/core/durations'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { SYSTEM } from '../../../platform/acting-party.ts'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { signalChange } from '../../../platform/signal-change.ts'
import { depositStatus, issueFor, writeInvoiceTitle, type AcceptedAgreement } from '../../invoices/index.ts'
import type { OfferDeps } from '../offer.workflow.ts'
import { lockOwnOffer, subjectOf } from '../offer.access.ts'
import type { Offer } from '../offer.types.ts'
import * as offers from '../offers.store.ts'
import { snapshotOf } from '../revisions/revisions.rules.ts'
import * as revisions from '../revisions/revisions.store.ts'

/** Invoices of an accepted offer: its deposit at once, its lines with the work. */

const DEPOSIT_DUE_DAYS = 3

/** Days until the deposit is due: before the work starts if that was agreed and is known, otherwise three. */
function dueInDays({ acceptance }: Offer, now: Date): number {
  const startAt = acceptance?.slot?.startAt
  if (acceptance?.deposit?.dueOn !== 'BEFORE_START' || !startAt) return DEPOSIT_DUE_DAYS
  return Math.min(60, Math.max(0, Math.floor((Date.parse(startAt) - +now) / DAY_MS)))
}

/** Charges the deposit of an accepted offer. */
export async function chargeDeposit(deps: OfferDeps, tx: Tx, offer: Offer): Promise<void> {
  const { id, reference, providerId, customer, title, acceptance } = offer
  if (!acceptance?.deposit) return
  await issueFor(deps, tx, {
    type: 'DEPOSIT',
    id,
    label: reference,
    providerId,
    customer: { id: customer.id, name: customer.name },
    title: await writeInvoiceTitle(tx, 'DEPOSIT', { providerId, title }),
    amount: acceptance.deposit.amount,
    offerId: id,
    dueInDays: dueInDays(offer, deps.clock.now()),
  })
}

/** Updates the deposit's state on the acceptance. Idempotent. */
export function updateDeposit(deps: OfferDeps, offerId: string): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const offer = await lockOwnOffer(tx, SYSTEM, offerId)
    const { acceptance } = offer
    const status = await depositStatus(tx, offerId)
    if (!acceptance?.deposit || !status || acceptance.deposit.status === status) return
    const deposit = { ...acceptance.deposit, status }
    const after: Offer = { ...bumpVersion(offer, deps.clock.now()), acceptance: { ...acceptance, deposit } }
    await offers.save(tx, after)
    signalChange(deps, tx, after.providerId, subjectOf(after))
  })
}

/** The customer's acceptance with its totals. Undefined: not accepted, or cancelled since. */
export async function findAgreement(db: Queryable, offerId: string): Promise<AcceptedAgreement | undefined> {
  const offer = await offers.find(db, offerId)
  const accepted = offer?.acceptance
  const revision = accepted && (await revisions.find(db, offerId, accepted.revisionNumber))
  if (!accepted || !revision || offer.lost) return undefined
  return {
    content: snapshotOf(revision).content,
    selections: accepted.selections,
    total: accepted.total.amount,
    isContractOver: offer.isContractOver,
    bookingId: offer.convertedTo?.type === 'BOOKING' ? offer.convertedTo.id : null,
  }
}
