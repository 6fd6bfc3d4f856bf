import * as z from 'zod/mini'
import { slotConsent } from '../availability/availability.ts'
import { DeclineReason, Location } from '../bookings/index.ts'
import { CancelReason } from '../bookings/cancellations.ts'
import { operation, recordAction } from '../core/operation.ts'
import { BookingId, CustomerId, Day, Instant, requireNoteForOther } from '../core/values.ts'
import { OfferDraft } from './content.ts'
import { OfferTemplateId } from './templates.ts'
import { OfferDetails, OfferId } from './index.ts'
import { issueText } from '../core/issue-text.ts'
import { withdrawReasons } from './constants.ts'

/**
 * A provider's actions on offers. Every action returns the offer after it. `version`: expected version for optimistic
 * locking; a stale one is refused.
 */
const versioned = { version: z.optional(z.int()) }
const params = z.object({ id: OfferId })

const offerAction = recordAction({
  audience: 'provider',
  noun: 'offers',
  path: '/v2/offers',
  params,
  returns: OfferDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'VERSION_CONFLICT'],
})

export const createOffer = operation({
  name: 'offers.create',
  method: 'POST',
  path: '/v2/offers',
  audience: 'provider',
  summary:
    'Create an offer: for a customer, a chat partner or a booking. Optionally from a template. An offer for a request is filled from it and answers it; if an unsent one exists, that is returned.',
  body: z
    .object({
      customerId: z.optional(CustomerId),
      channelId: z.optional(z.string().check(z.regex(/^[\w!-]{1,100}$/, issueText('CHANNEL_ID_INVALID')))),
      bookingId: z.optional(BookingId),
      templateId: z.optional(OfferTemplateId),
    })
    .check(
      z.refine(
        ({ customerId, channelId, bookingId }) =>
          [customerId, channelId, bookingId].filter((source) => source !== undefined).length === 1,
        { error: issueText('OFFER_ORIGIN_REQUIRED'), path: ['customerId'] },
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
    'Save the draft. `version` is the version being replaced, 0 for a first draft; a stale one is refused with both versions in details: current and yours.',
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
  summary: 'Discard the draft beside the sent revision.',
  params,
  returns: OfferDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const removeOffer = operation({
  name: 'offers.remove',
  method: 'DELETE',
  path: '/v2/offers/:id',
  audience: 'provider',
  summary: 'Delete my own draft that was never sent.',
  params,
  returns: z.object({}),
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})

export const passOffer = offerAction('pass', {
  summary: 'Pass on a request for a quote, with a reason.',
  body: requireNoteForOther({ ...versioned, reasonCode: DeclineReason }),
})

export const sendOffer = offerAction('send', {
  summary:
    'Send the draft as the next revision, which cannot change any more. `draftVersion` is the draft that was reviewed.',
  body: z.object({
    ...versioned,
    draftVersion: z.int(),
    /** Turns automatic reminders on or off. Left out: as they are, at first off. */
    autoRemind: z.optional(z.boolean()),
    ...slotConsent,
  }),
  errors: ['SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED', 'NOTHING_CHANGED'],
})

export const WithdrawReason = z.enum(withdrawReasons, issueText('REASON_REQUIRED'))
export type WithdrawReason = z.infer<typeof WithdrawReason>

export const withdrawOffer = offerAction('withdraw', {
  summary: 'Withdraw a sent offer, with a reason.',
  body: requireNoteForOther({ ...versioned, reasonCode: WithdrawReason }),
})

export const extendOffer = offerAction('extend', {
  summary: 'Extend the validity at the same price. Allowed three times.',
  body: z.object({ ...versioned, validUntil: Day }),
  errors: ['EXTENSION_LIMIT'],
})

export const remindOfOffer = offerAction('remind', {
  summary: 'Remind the customer of the offer. Allowed three times, at least 48 hours apart.',
  body: z.object(versioned),
  errors: ['REMINDER_LIMIT', 'REMINDER_TOO_SOON'],
})

export const autoRemindOfOffer = offerAction('autoRemind', {
  summary: 'Turn automatic reminders on or off: 3 and 7 days after sending, until the customer answers or asks.',
  body: z.object({ ...versioned, enabled: z.boolean() }),
})

export const convertOffer = offerAction('convert', {
  summary: "Convert an accepted offer into a booking, at the customer's time or another one, or into a contract draft.",
  body: z.object({
    ...versioned,
    target: z.enum(['BOOKING', 'CONTRACT']),
    startAt: z.optional(Instant),
    durationMinutes: z.optional(
      z.int().check(z.gte(15, issueText('MIN_MINUTES')), z.lte(1440, issueText('MAX_HOURS', { max: 24 }))),
    ),
    /** Required if the customer never gave a location. */
    location: z.optional(Location),
    ...slotConsent,
  }),
  errors: ['CONTRACT_REQUIRED', 'CONTRACT_EXISTS', 'SLOT_CONFLICT', 'ACKNOWLEDGE_REQUIRED'],
})

export const cancelOffer = offerAction('cancel', {
  summary: 'Cancel an accepted offer, with a reason.',
  body: requireNoteForOther({ ...versioned, reasonCode: CancelReason }),
})

export const duplicateOffer = operation({
  name: 'offers.duplicate',
  method: 'POST',
  path: '/v2/offers/:id/duplicate',
  audience: 'provider',
  summary: 'Duplicate an offer as a new draft, by default for the same customer.',
  params,
  body: z.object({ customerId: z.optional(CustomerId) }),
  status: 201,
  returns: OfferDetails,
  errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
})
