import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import type { Acceptance, OfferDetails } from '@fettle/protocol/offers'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import type { ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { localDate } from '../../../platform/locale/zoned-time.ts'
import type { AcceptedOffer } from '../../contracts/index.ts'
import { offerWorkflow, type OfferDeps } from '../offer.workflow.ts'
import { lockOwnOffer } from '../offer.access.ts'
import { toDecisionContext } from './decision-context.ts'
import { invalidTransition, transition } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import { describeOffer } from '../offer.effects.ts'
import { toDetails } from '../offer.view.ts'
import { getOffer } from '../offers.service.ts'
import * as requests from '../requests/requests.store.ts'
import { snapshotOf } from '../revisions/revisions.rules.ts'
import * as revisions from '../revisions/revisions.store.ts'

/** Converts an accepted offer into a contract. */

type CreatedContract = { id: string; reference: string }

export interface ConversionDeps extends OfferDeps {
  /** Creates a contract draft from an accepted offer, in the same transaction. */
  draftContract: (tx: Tx, person: ActingPerson, offer: AcceptedOffer) => Promise<CreatedContract>
}

/**
 * Loads and locks an offer that is accepted or was converted before. The contracts module checks whether the earlier
 * contract ended.
 */
async function lockForContract(deps: OfferDeps, tx: Tx, person: ActingPerson, id: string): Promise<Offer> {
  const offer = await lockOwnOffer(tx, person, id)
  const isAgain = offer.status === 'CONVERTED' && (offer.isContractGone || offer.convertedTo?.type === 'CONTRACT')
  if (offer.status === 'ACCEPTED' || isAgain) return offer
  const context = toDecisionContext(deps, person.role)
  throw invalidTransition(offer, 'convert', context)
}

/** The accepted offer as a contract needs it: the sent revision with the customer's choices. */
export async function lockAcceptedOffer(
  deps: OfferDeps,
  tx: Tx,
  person: ActingPerson,
  id: string,
): Promise<AcceptedOffer> {
  const offer = await lockForContract(deps, tx, person, id)
  const { acceptance } = offer
  const revision = acceptance && (await revisions.find(tx, id, acceptance.revisionNumber))
  if (!acceptance || !revision) throw new Error(`${offer.reference} is accepted but has no revision.`)
  const request = offer.requestId ? await requests.find(tx, offer.requestId) : undefined
  return {
    id,
    reference: offer.reference,
    revisionNumber: acceptance.revisionNumber,
    providerId: offer.providerId,
    customer: offer.customer,
    title: offer.title,
    currency: offer.currency,
    timeZone: offer.timeZone,
    location: offer.location,
    description: request?.description ?? null,
    content: snapshotOf(revision).content,
    totals: acceptance.totals,
    startDate: startDateOf(acceptance, request?.preferredSlots ?? [], {
      now: deps.clock.now(),
      timeZone: offer.timeZone,
    }),
  }
}

/** The day the customer chose, otherwise the next of the days they asked for, in their time zone. */
function startDateOf(
  { slot }: Acceptance,
  preferredSlots: readonly ProposedSlot[],
  { now, timeZone }: { now: Date; timeZone: string },
): string | null {
  const upcoming = preferredSlots.map(({ startAt }) => new Date(startAt)).filter((startAt) => startAt > now)
  const [next] = slot ? [new Date(slot.startAt)] : upcoming.toSorted((one, other) => +one - +other)
  return next ? localDate(next, timeZone) : null
}

/** Links the offer to its contract: the newest, where an earlier one ended without success. */
export async function linkContract(
  deps: OfferDeps,
  tx: Tx,
  person: ActingPerson,
  id: string,
  contract: CreatedContract,
): Promise<void> {
  const before = await lockForContract(deps, tx, person, id)
  const context = toDecisionContext(deps, person.role)
  const convertedTo = { type: 'CONTRACT' as const, id: contract.id }
  const moved = before.status === 'ACCEPTED' ? transition(before, 'convert', context) : bumpVersion(before, context.now)
  const after: Offer = { ...moved, convertedTo, isContractGone: false }
  await offerWorkflow.commit(deps, tx, person, {
    before,
    after,
    effects: {
      event: 'offer.converted',
      data: { to: convertedTo },
      systemMessage: { code: 'offer-converted', params: { contract: contract.reference, offer: describeOffer(after) } },
    },
  })
}

/** Converts by the provider. Returns the offer, which references the contract. */
export async function convertToContract(
  deps: ConversionDeps,
  person: ActingPerson,
  id: string,
  version: number | undefined,
): Promise<OfferDetails> {
  await deps.db.transaction(async (tx) => {
    const offer = await lockForContract(deps, tx, person, id)
    // Already converted: answered while that contract is alive.
    if (offer.status === 'CONVERTED' && !offer.isContractGone) return
    if (version !== undefined && version !== offer.version) {
      const current = await toDetails(deps, tx, offer, toDecisionContext(deps, person.role))
      throw new AppError('VERSION_CONFLICT', { thing: 'offer', current })
    }
    const contract = await deps.draftContract(tx, person, await lockAcceptedOffer(deps, tx, person, id))
    await linkContract(deps, tx, person, id, contract)
  })
  return getOffer(deps, person, id)
}
