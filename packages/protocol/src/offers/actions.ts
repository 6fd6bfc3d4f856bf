import * as z from 'zod/mini'
import { slotConsent } from '../availability/availability.ts'
import { DeclineReason, Location } from '../bookings/index.ts'
import { CancelReason } from '../bookings/cancellations.ts'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { BookingId, CustomerId, Day, Instant, prose } from '../core/values.ts'
import { OfferDraft } from './content.ts'
import { OfferTemplateId } from './templates.ts'
import { OfferDetails, OfferId } from './index.ts'

/** What a provider does with an offer. Every move answers the offer as it is then. */

/** Writes may name the version they were decided on; a stale one is refused. */
const versioned = { version: z.optional(z.int()) }
const params = z.object({ id: OfferId })
const note = z.optional(prose(0, 1000, 'Use at most 1,000 characters.'))

const offerAction = <Body extends z.core.$ZodType>(
  name: string,
  segment: string,
  summary: string,
  body: Body,
  errors: readonly ErrorCode[] = [],
) =>
  operation({
    name: `offers.${name}`,
    method: 'POST',
    path: `/v2/offers/:id/${segment}`,
    audience: 'provider',
    summary,
    params,
    body,
    returns: OfferDetails,
    errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT', ...errors],
  })

/** A reason of one's own has to be told. */
const requireNoteForOther = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object({ ...shape, note }).check(
    z.refine(
      (given) => (given as { reasonCode: string }).reasonCode !== 'OTHER' || Boolean((given as { note?: string }).note),
      {
        error: 'Say why in a few words.',
        path: ['note'],
      },
    ),
  )

export const createOffer = operation({
  name: 'offers.create',
  method: 'POST',
  path: '/v2/offers',
  audience: 'provider',
  summary:
    'Begin an offer of my own: to a customer, to whom I chat with, or for a booking. From a template where one is named.',
  body: z
    .object({
      customerId: z.optional(CustomerId),
      channelId: z.optional(z.string().check(z.regex(/^[\w!-]{1,100}$/, 'Enter a valid channel id.'))),
      bookingId: z.optional(BookingId),
      templateId: z.optional(OfferTemplateId),
    })
    .check(
      z.refine(
        ({ customerId, channelId, bookingId }) =>
          [customerId, channelId, bookingId].filter((given) => given !== undefined).length === 1,
        { error: 'Name a customer, a channel or a booking.', path: ['customerId'] },
      ),
    ),
  status: 201,
  returns: OfferDetails,
  errors: ['NOT_FOUND'],
})

export const saveOfferDraft = operation({
  name: 'offers.saveDraft',
  method: 'PUT',
  path: '/v2/offers/:id/draft',
  audience: 'provider',
  summary:
    'Keep the draft. `version` is that of the draft being replaced, 0 where there is none yet; a stale one is refused with both versions in details: current and yours.',
  params,
  body: z.object({ version: z.int(), content: OfferDraft }),
  returns: OfferDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const discardOfferDraft = operation({
  name: 'offers.discardDraft',
  method: 'DELETE',
  path: '/v2/offers/:id/draft',
  audience: 'provider',
  summary: 'Throw away the draft beside what was sent.',
  params,
  returns: OfferDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const removeOffer = operation({
  name: 'offers.remove',
  method: 'DELETE',
  path: '/v2/offers/:id',
  audience: 'provider',
  summary: 'Delete a draft of my own that was never sent.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const passOffer = offerAction(
  'pass',
  'pass',
  'Say that I will not quote, with a reason.',
  requireNoteForOther({ ...versioned, reasonCode: DeclineReason }),
)

export const sendOffer = offerAction(
  'send',
  'send',
  'Freeze the draft as the next revision and send it. `draftVersion` is the draft that was looked at.',
  z.object({ ...versioned, draftVersion: z.int(), ...slotConsent }),
  ['SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED', 'NOTHING_CHANGED'],
)

export const withdrawReasons = [
  'NOT_AVAILABLE',
  'PRICE_CHANGED',
  'SCOPE_CHANGED',
  'SENT_BY_MISTAKE',
  'CUSTOMER_REQUESTED',
  'OTHER',
] as const
export const WithdrawReason = z.enum(withdrawReasons, 'Choose a reason.')
export type WithdrawReason = z.infer<typeof WithdrawReason>

export const withdrawOffer = offerAction(
  'withdraw',
  'withdraw',
  'Take back what was sent, with a reason.',
  requireNoteForOther({ ...versioned, reasonCode: WithdrawReason }),
)

export const extendOffer = offerAction(
  'extend',
  'extend',
  'Keep the same price open until a later day, at most three times.',
  z.object({ ...versioned, validUntil: Day }),
  ['EXTENSION_LIMIT'],
)

export const remindOfOffer = offerAction(
  'remind',
  'remind',
  'Ask the customer to have a look, once in 48 hours and three times in all.',
  z.object(versioned),
  ['REMINDER_LIMIT', 'REMINDER_TOO_SOON'],
)

export const convertOffer = offerAction(
  'convert',
  'convert',
  'Make a booking of an accepted offer, at the time the customer chose or at another one; or the draft of a contract.',
  z.object({
    ...versioned,
    target: z.enum(['BOOKING', 'CONTRACT']),
    startAt: z.optional(Instant),
    durationMinutes: z.optional(z.int().check(z.gte(15, 'At least 15 minutes.'), z.lte(1440, 'At most 24 hours.'))),
    /** Where the customer never said where. */
    location: z.optional(Location),
    ...slotConsent,
  }),
  ['CONTRACT_REQUIRED', 'CONTRACT_EXISTS', 'SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED'],
)

export const cancelOffer = offerAction(
  'cancel',
  'cancel',
  'Call off what was accepted, with a reason.',
  requireNoteForOther({ ...versioned, reasonCode: CancelReason }),
)

export const duplicateOffer = operation({
  name: 'offers.duplicate',
  method: 'POST',
  path: '/v2/offers/:id/duplicate',
  audience: 'provider',
  summary: 'The same once more as a new draft, for the same customer unless another is named.',
  params,
  body: z.object({ customerId: z.optional(CustomerId) }),
  status: 201,
  returns: OfferDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
