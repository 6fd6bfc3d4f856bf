import { listProviderSlots } from '@fettle/protocol/availability'
import {
  acceptBooking,
  addContactAttempt,
  cancelBooking,
  createBooking,
  getCancellationPreview,
  proposeTimes,
  reportNoShow,
} from '@fettle/protocol/booking-moves'
import { addMarketplacePhoto, removeMarketplacePhoto } from '@fettle/protocol/booking-photos'
import type { BookingStatus } from '@fettle/protocol/bookings'
import {
  createMarketplaceBooking,
  createMarketplaceChannel,
  getCustomer,
  getMarketplaceBooking,
  listMarketplaceMessages,
  listProviders,
  putCustomer,
  sendMarketplaceMessage,
} from '@fettle/protocol/marketplace'
import * as moves from '@fettle/protocol/marketplace-bookings'
import {
  getMarketplaceFile,
  readMarketplaceChannel,
  sendMarketplaceFile,
  setMarketplacePresence,
  setMarketplaceTyping,
} from '@fettle/protocol/marketplace-chat'
import { deleteCustomer, getProvider, patchCustomer } from '@fettle/protocol/marketplace-customers'
import * as series from '@fettle/protocol/marketplace-series'
import {
  approvePriceAdjustment,
  createPriceAdjustment,
  declinePriceAdjustment,
} from '@fettle/protocol/price-adjustments'
import { createSeries } from '@fettle/protocol/booking-series'
import { asFile, picture } from '../files.ts'
import { bringTo, startJobs } from '../jobs.ts'
import { createCustomer, createProvider, marketplace } from '../people.ts'
import type { Town } from '../town.ts'
import { walk, type Walk } from './walk.ts'

const HOUR = 3_600_000
const home = { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' }

/** A job in a state, of somebody's own. */
export async function job(town: Town, status: BookingStatus = 'REQUESTED') {
  const { provider, customer, ask, inHours } = await startJobs(town)
  const { id } = await ask()
  if (status !== 'REQUESTED') await bringTo(town, provider, id, status)
  const about = { params: { id } }
  return { provider, customer, ask, inHours, id, about, customerId: customer.id }
}

/** Asked by the provider, so that the customer answers. */
async function proposed(town: Town) {
  const { provider, customerId, about, id, inHours } = await job(town, 'CONFIRMED')
  const slots = [{ startAt: inHours(48), endAt: inHours(50) }]
  const { id: proposalId } = await town.call(
    proposeTimes,
    {
      ...about,
      body: { slots, reasonCode: 'WEATHER', acknowledge: ['OUTSIDE_WORKING_HOURS', 'SHORT_NOTICE', 'DAILY_MAX'] },
    },
    provider,
  )
  return { customerId, params: { id, proposalId } }
}

async function offered(town: Town) {
  const { provider, customerId, id } = await job(town, 'IN_PROGRESS')
  const body = { lines: [{ description: 'A new valve', unitAmount: 200_000 }], reason: 'The old one is rotten.' }
  const { id: adjustmentId } = await town.call(createPriceAdjustment, { params: { id }, body }, provider)
  return { customerId, params: { id, adjustmentId } }
}

async function talking(town: Town) {
  const { provider, customer, customerId } = await job(town)
  const body = { customerId, providerId: provider.id }
  const { id } = await town.call(createMarketplaceChannel, { body }, marketplace)
  return { provider, customer, customerId, params: { id } }
}

/** Ten times the same, starting the day after tomorrow. */
const weekly = (town: Town) => ({
  title: 'Clean the gutters',
  location: home,
  rule: { freq: 'WEEKLY' as const, count: 3 },
  startsOn: new Date(town.clock.now().getTime() + 48 * HOUR).toISOString().slice(0, 10),
  localStart: '09:00',
  durationMinutes: 60,
  timeZone: 'Africa/Lagos',
  conflictPolicy: 'SKIP' as const,
})
async function asked(town: Town) {
  const { provider, customerId } = await job(town)
  const body = { ...weekly(town), customerId, providerId: provider.id }
  const { id } = await town.call(series.createMarketplaceSeries, { body }, marketplace)
  return { customerId, params: { id } }
}
async function proposedSeries(town: Town) {
  const { provider, customerId } = await job(town)
  const { id } = await town.call(createSeries, { body: { ...weekly(town), customerId } }, provider)
  return { customerId, params: { id } }
}

const moving = (status: BookingStatus) => async (town: Town) => {
  const { about, customerId } = await job(town, status)
  return { input: { ...about, body: {} }, customerId }
}

export const bookingWalks: Walk[] = [
  walk(
    putCustomer,
    async () => ({ input: { params: { externalId: 'walker-1' }, body: { name: 'Wale Ojo' } } }),
    'customer.updated',
  ),
  walk(getCustomer, async (town) => ({ input: { params: { id: (await createCustomer(town)).id } } })),
  walk(
    patchCustomer,
    async (town) => ({ input: { params: { id: (await createCustomer(town)).id }, body: { name: 'Ngozi Eze' } } }),
    'customer.updated',
  ),
  walk(
    deleteCustomer,
    async (town) => ({ input: { params: { id: (await createCustomer(town)).id } } }),
    'customer.updated',
  ),
  walk(setMarketplacePresence, async (town) => ({
    input: { params: { id: (await talking(town)).customerId }, body: { online: true } },
  })),
  walk(listProviders, async () => ({ input: { query: { limit: 1 } } })),
  walk(getProvider, async (town) => ({ input: { params: { id: (await createProvider(town)).id } } })),
  walk(listProviderSlots, async (town) => {
    const from = town.clock.now()
    const to = new Date(+from + 72 * HOUR)
    const query = { from: from.toISOString(), to: to.toISOString(), durationMinutes: 60 }
    return { input: { params: { id: (await createProvider(town)).id }, query } }
  }),
  walk(
    createMarketplaceBooking,
    async (town) => {
      const { provider, customerId, inHours } = await job(town)
      const body = {
        customerId,
        providerId: provider.id,
        title: 'Another tap',
        startAt: inHours(72),
        durationMinutes: 60,
        location: home,
      }
      return { input: { body } }
    },
    'booking.requested',
  ),
  walk(moves.listMarketplaceBookings, async (town) => ({
    input: { query: { customerId: (await job(town)).customerId } },
  })),
  walk(getMarketplaceBooking, async (town) => {
    const { about, customerId } = await job(town)
    return { input: about, customerId }
  }),
  walk(moves.patchMarketplaceBooking, async (town) => {
    const { about, customerId } = await job(town)
    return { input: { ...about, body: { accessNotes: 'Ring twice' } }, customerId }
  }),
  walk(
    moves.acceptMarketplaceBooking,
    async (town) => {
      // What the provider asks for is the customer's to answer.
      const { provider, customerId, inHours } = await job(town)
      const body = {
        customerId,
        title: 'The yearly service',
        startAt: inHours(50),
        durationMinutes: 60,
        location: home,
        price: { model: 'TO_QUOTE' },
      }
      const { id } = await town.call(createBooking, { body: body as never }, provider)
      return { input: { params: { id }, body: {} }, customerId }
    },
    'booking.confirmed',
  ),
  walk(
    moves.declineMarketplaceBooking,
    async (town) => {
      const { provider, customerId, inHours } = await job(town)
      const body = {
        customerId,
        title: 'The yearly service',
        startAt: inHours(50),
        durationMinutes: 60,
        location: home,
        price: { model: 'TO_QUOTE' },
      }
      const { id } = await town.call(createBooking, { body: body as never }, provider)
      return { input: { params: { id }, body: { reasonCode: 'OTHER', note: 'Not this year.' } }, customerId }
    },
    'booking.declined',
  ),
  walk(
    moves.cancelMarketplaceBooking,
    async (town) => {
      const { about, customerId } = await job(town)
      return { input: { ...about, body: { reasonCode: 'CHANGED_MIND' } }, customerId }
    },
    'booking.cancelled',
  ),
  walk(moves.getMarketplaceCancellationPreview, async (town) => {
    const { about, customerId } = await job(town, 'CONFIRMED')
    return { input: { ...about, query: { reasonCode: 'CHANGED_MIND' } }, customerId }
  }),
  walk(moves.confirmMarketplaceBooking, moving('AWAITING_CONFIRMATION'), 'booking.confirmed_by_customer'),
  walk(
    moves.requestFix,
    async (town) => {
      const { about, customerId } = await job(town, 'AWAITING_CONFIRMATION')
      return { input: { ...about, body: { note: 'It still drips.' } }, customerId }
    },
    'booking.reopened',
  ),
  walk(
    moves.reportProviderNoShow,
    async (town) => {
      const { provider, about, customerId, inHours } = await job(town)
      await town.call(acceptBooking, { ...about, body: {} }, provider)
      town.clock.advance(Date.parse(inHours(25)) - town.clock.now().getTime())
      return { input: { ...about, body: { note: 'Nobody came.' } }, customerId }
    },
    'booking.no_show',
  ),
  walk(
    moves.contestMarketplaceNoShow,
    async (town) => {
      const { provider, about, customerId, inHours } = await job(town, 'ARRIVED')
      const channel = { customerId, providerId: provider.id }
      await town.call(createMarketplaceChannel, { body: channel }, marketplace)
      await town.call(addContactAttempt, { ...about, body: { method: 'CALL' } }, provider)
      town.clock.advance(Date.parse(inHours(2)) - town.clock.now().getTime())
      await town.call(reportNoShow, { ...about, body: { note: 'The gate was shut.' } }, provider)
      return { input: { ...about, body: { note: 'I was at home all day.' } }, customerId }
    },
    'dispute.opened',
  ),
  walk(
    moves.contestMarketplaceCancellation,
    async (town) => {
      const { provider, about, customerId } = await job(town, 'CONFIRMED')
      const why = { reasonCode: 'CUSTOMER_REQUESTED' as const }
      const { previewHash } = await town.call(getCancellationPreview, { ...about, query: why }, provider)
      await town.call(cancelBooking, { ...about, body: { ...why, note: 'They said so.', previewHash } }, provider)
      return { input: { ...about, body: { note: 'I never asked for that.' } }, customerId }
    },
    'dispute.opened',
  ),
  walk(
    moves.proposeMarketplaceTimes,
    async (town) => {
      const { about, customerId, inHours } = await job(town, 'CONFIRMED')
      const slots = [{ startAt: inHours(48), endAt: inHours(50) }]
      return { input: { ...about, body: { slots, reasonCode: 'OTHER', note: 'Away that day.' } }, customerId }
    },
    'booking.proposal_created',
  ),
  walk(
    moves.acceptMarketplaceProposal,
    async (town) => {
      const { params, customerId } = await proposed(town)
      return { input: { params, body: { slotIndex: 0 } }, customerId }
    },
    'booking.rescheduled',
  ),
  walk(
    moves.declineMarketplaceProposal,
    async (town) => {
      const { params, customerId } = await proposed(town)
      return { input: { params, body: {} }, customerId }
    },
    'booking.proposal_answered',
  ),
  walk(
    moves.withdrawMarketplaceProposal,
    async (town) => {
      const { about, customerId, inHours } = await job(town, 'CONFIRMED')
      const body = { slots: [{ startAt: inHours(48), endAt: inHours(50) }], reasonCode: 'OTHER', note: 'Away.' }
      const { id: proposalId } = await town.call(
        moves.proposeMarketplaceTimes,
        { ...about, body: body as never },
        marketplace,
      )
      return { input: { params: { ...about.params, proposalId }, body: {} }, customerId }
    },
    'booking.proposal_answered',
  ),
  walk(
    approvePriceAdjustment,
    async (town) => {
      const { params, customerId } = await offered(town)
      return { input: { params, body: {} }, customerId }
    },
    'booking.adjustment_answered',
  ),
  walk(
    declinePriceAdjustment,
    async (town) => {
      const { params, customerId } = await offered(town)
      return { input: { params, body: {} }, customerId }
    },
    'booking.adjustment_answered',
  ),
  walk(addMarketplacePhoto, async (town) => {
    const { about, customerId } = await job(town)
    return { input: { ...about, body: {}, file: asFile(await picture(300, 300), 'tap.jpg') }, customerId }
  }),
  walk(removeMarketplacePhoto, async (town) => {
    const { about, customerId } = await job(town)
    const photo = { ...about, body: {}, file: asFile(await picture(300, 300), 'tap.jpg') }
    const { id: photoId } = await town.call(addMarketplacePhoto, photo, marketplace)
    return { input: { params: { ...about.params, photoId } }, customerId }
  }),
  walk(
    series.createMarketplaceSeries,
    async (town) => {
      const { provider, customerId } = await job(town)
      return { input: { body: { ...weekly(town), customerId, providerId: provider.id } } }
    },
    'booking.requested',
  ),
  walk(series.getMarketplaceSeries, async (town) => {
    const { params, customerId } = await asked(town)
    return { input: { params }, customerId }
  }),
  walk(series.acceptMarketplaceSeries, async (town) => {
    const { params, customerId } = await proposedSeries(town)
    return { input: { params, body: {} }, customerId }
  }),
  walk(series.declineMarketplaceSeries, async (town) => {
    const { params, customerId } = await proposedSeries(town)
    return { input: { params, body: {} }, customerId }
  }),
  walk(series.cancelMarketplaceSeries, async (town) => {
    const { params, customerId } = await proposedSeries(town)
    await town.call(series.acceptMarketplaceSeries, { params, body: {} }, marketplace)
    return { input: { params, body: { scope: 'ALL', reasonCode: 'CHANGED_MIND' } }, customerId }
  }),
  walk(createMarketplaceChannel, async (town) => {
    const { provider, customerId } = await job(town)
    return { input: { body: { customerId, providerId: provider.id } } }
  }),
  walk(listMarketplaceMessages, async (town) => {
    const { params, customerId } = await talking(town)
    return { input: { params }, customerId }
  }),
  walk(
    sendMarketplaceMessage,
    async (town) => {
      const { params, customerId } = await talking(town)
      return { input: { params, body: { text: 'Which bus do you take?' } }, customerId }
    },
    'message.created',
  ),
  walk(
    sendMarketplaceFile,
    async (town) => {
      const { params, customerId } = await talking(town)
      const file = asFile(await picture(300, 300), 'tap.jpg')
      return { input: { params, body: { text: 'It looks like this.' }, file }, customerId }
    },
    'message.created',
  ),
  walk(getMarketplaceFile, async (town) => {
    const { params, customerId } = await talking(town)
    const file = asFile(await picture(300, 300), 'tap.jpg')
    const { attachments } = await town.call(sendMarketplaceFile, { params, body: {}, file }, marketplace)
    return { input: { params: { ...params, fileId: attachments[0]?.id ?? '' } }, customerId }
  }),
  walk(setMarketplaceTyping, async (town) => {
    const { params, customerId } = await talking(town)
    return { input: { params, body: { typing: true } }, customerId }
  }),
  walk(readMarketplaceChannel, async (town) => {
    const { params, customerId } = await talking(town)
    return { input: { params, body: {} }, customerId }
  }),
]
