import { shortened } from '@fettle/protocol/common/limits'
import type { Received } from '@fettle/protocol'
import type { Location } from '@fettle/protocol/bookings'
import type { SlotConsent } from '@fettle/protocol/availability/availability'
import type { convertOffer } from '@fettle/protocol/offers/actions'
import type { ProposedSlot } from '@fettle/protocol/bookings/reschedules'
import { bumpVersion } from '../../../platform/workflow/rules.ts'
import { SYSTEM, type ActingParty, type ActingPerson } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { releaseSlots } from '../../availability/index.ts'
import { bookOffer, confirmRequest } from '../../bookings/index.ts'
import { offerWorkflow, type OfferDeps, type LazyOfferView } from '../offer.workflow.ts'
import { toDecisionContext } from './decision-context.ts'
import { needsContract } from './guards.rules.ts'
import { assertAllowed, transition } from '../offer.rules.ts'
import type { Offer } from '../offer.types.ts'
import { describeOffer, type OfferEffects } from '../offer.effects.ts'
import * as requests from '../requests/requests.store.ts'
import { snapshotOf } from '../revisions/revisions.rules.ts'
import * as revisions from '../revisions/revisions.store.ts'
import { issueText } from '@fettle/protocol/core/issue-text'

/** Time and location of the booking an accepted offer is converted into, and what its provider consents to. */
interface JobSchedule {
  slot: ProposedSlot
  location: Location
  consent: SlotConsent
}

/**
 * Books an accepted offer within the caller's transaction: confirmed, at the agreed price, linked both ways. That is the
 * request it answers, if that is still open, otherwise a new booking. Returns its id.
 */
async function bookOfferIn(
  deps: OfferDeps,
  tx: Tx,
  party: ActingParty,
  offer: Offer,
  { slot, location, consent }: JobSchedule,
): Promise<string> {
  const { acceptance } = offer
  if (!acceptance) throw new AppError('INVALID_TRANSITION', { thing: 'offer', from: offer.status, verb: 'converted' })
  const request = offer.requestId ? await requests.find(tx, offer.requestId) : undefined
  const revision = await revisions.find(tx, offer.id, acceptance.revisionNumber)
  const content = revision && snapshotOf(revision).content
  const chosen = acceptance.totals.lines.filter(({ selected }) => selected)
  const lines = chosen.map(({ id, quantity }) => {
    const name = content?.lineItems.find((item) => item.id === id)?.name ?? id
    return quantity === '1' ? `- ${name}` : `- ${name} × ${quantity}`
  })
  const answers = request?.answers.map(({ question, answer }) => `${question} ${answer}`) ?? []
  const description = [request?.description, ...answers, lines.join('\n')].filter(Boolean).join('\n\n')
  const photos = [...(request?.photos ?? []), ...(content?.photos ?? [])]
  const agreed = {
    offerId: offer.id,
    providerId: offer.providerId,
    customer: offer.customer,
    title: offer.title,
    description: shortened(description, 5000),
    serviceCategory: offer.serviceCategory,
    startAt: new Date(slot.startAt),
    endAt: new Date(slot.endAt),
    timeZone: offer.timeZone,
    location,
    price: { model: 'FIXED' as const, amount: acceptance.total },
    photos,
    consent,
  }
  const { bookingId: requestId } = offer
  const isConfirmed = requestId !== null && (await confirmRequest(deps, tx, party, requestId, agreed))
  const bookingId = isConfirmed ? requestId : await bookOffer(deps, tx, party, agreed)
  // Released last, because the hold carries the overlap reason.
  await releaseSlots(tx, offer.id)
  return bookingId
}

/**
 * Converts automatically on acceptance, if a free slot was chosen, the location is known and no contract is required.
 */
export async function convertOnAcceptance(
  deps: OfferDeps,
  tx: Tx,
  accepted: Offer,
  slot: ProposedSlot,
  location: Location,
): Promise<Offer> {
  const id = await bookOfferIn(deps, tx, SYSTEM, accepted, { slot, location, consent: {} })
  const context = toDecisionContext(deps, 'SYSTEM')
  const after: Offer = { ...transition(accepted, 'convert', context), convertedTo: { type: 'BOOKING', id } }
  await offerWorkflow.commit(deps, tx, SYSTEM, { before: accepted, after, effects: toEffects(after) })
  return after
}

/** Converts by the provider, at the customer's time or another one, at the customer's location or a given one. */
export const convert = (
  deps: OfferDeps,
  party: ActingPerson,
  id: string,
  { version, startAt, durationMinutes, location, target: _, ...consent }: Received<typeof convertOffer>['body'],
): Promise<LazyOfferView> =>
  offerWorkflow.runForView(deps, party, id, {
    action: 'convert',
    version,
    isDone: ({ status, isContractGone }) => status === 'CONVERTED' && !isContractGone,
    async decide(before, context, tx) {
      assertAllowed(before, 'convert', context)
      if (needsContract(before, context.settings)) throw new AppError('CONTRACT_REQUIRED')
      const live = await revisions.find(tx, id, before.acceptance?.revisionNumber ?? 0)
      const minutes = durationMinutes ?? Math.min(1440, (live && snapshotOf(live).content.estimatedMinutes) ?? 60)
      const agreed = before.acceptance?.slot
      const slot = startAt ? { startAt, endAt: new Date(Date.parse(startAt) + minutes * 60_000).toISOString() } : agreed
      if (!slot) throw fieldError(['startAt'], 'REQUIRED', issueText('START_DATE_REQUIRED'))
      if (new Date(slot.startAt) <= context.now) {
        throw fieldError(['startAt'], 'TOO_SMALL', issueText('START_IN_PAST'))
      }
      const jobLocation = before.location ?? location
      if (!jobLocation) throw fieldError(['location'], 'REQUIRED', issueText('WORK_ADDRESS_REQUIRED'))
      const bookingId = await bookOfferIn(deps, tx, party, before, { slot, location: jobLocation, consent })
      return {
        ...(before.status === 'ACCEPTED' ? transition(before, 'convert', context) : bumpVersion(before, context.now)),
        location: jobLocation,
        convertedTo: { type: 'BOOKING', id: bookingId },
        isContractGone: false,
      }
    },
    describeEffects: toEffects,
  })

const toEffects = (after: Offer): OfferEffects => ({
  event: 'offer.converted',
  data: { to: after.convertedTo },
  systemMessage: { code: 'offer-booked', params: { offer: describeOffer(after) } },
})
