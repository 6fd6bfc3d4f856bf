import type { Deps } from '../../platform/deps.ts'
import { showContract } from '../contracts/index.ts'
import { showDispute } from '../disputes/index.ts'
import { showDocument } from '../documents/index.ts'
import { showPayout } from '../earnings/index.ts'
import { showInvoice, showPayment } from '../invoices/index.ts'
import { getStoredCustomer, getPublicProvider, readBooking, toCustomer } from '../marketplace/index.ts'
import { showOffer } from '../offers/index.ts'
import { showReview } from '../reviews/index.ts'
import { showTicket } from '../support/index.ts'
import type { PendingEvent } from './feed.store.ts'

/** The object of an event and its parent, as the API shows them. */
export interface EventSnapshot {
  object: object
  parent?: object | undefined
}

/** Loads the object of an event, by the type of its subject: as the API shows it to the marketplace. */
export type Snapshots = Readonly<Record<string, (event: PendingEvent) => Promise<EventSnapshot | undefined>>>

/** Removes the timeline, which has its own operation. */
const withoutTimeline = <Shown extends { timeline: unknown }>({ timeline: _, ...rest }: Shown) => rest

/** The part of a contract that an event is about. What the event says of one that is gone. */
const partOf = (parts: readonly { id: string }[], id: unknown, data: PendingEvent['data']): object =>
  parts.find((part) => part.id === id) ?? { ...data, id }

/** Creates the loaders of the objects of events. */
export function createSnapshots(deps: Deps): Snapshots {
  const booking = async (id: string) => withoutTimeline(await readBooking(deps, id))
  const contract = async (id: string, customerId: string | null) =>
    withoutTimeline(await showContract(deps, customerId ?? '', id))
  const offer = async (id: string, customerId: string | null) =>
    withoutTimeline(await showOffer(deps, customerId ?? '', id))
  const provider = (id: string | null) => getPublicProvider(deps, id ?? '')

  return {
    customer: async ({ subjectId }) => ({ object: toCustomer(await getStoredCustomer(deps, subjectId)) }),
    booking: async ({ subjectId }) => ({ object: await booking(subjectId) }),
    offer: async ({ subjectId, customerId }) => ({ object: await offer(subjectId, customerId) }),
    contract: async ({ subjectId, customerId, type, data }) => {
      const parent = await contract(subjectId, customerId)
      if (type.startsWith('milestone.')) return { object: partOf(parent.milestones, data['milestoneId'], data), parent }
      if (type.startsWith('amendment.')) return { object: partOf(parent.amendments, data['amendmentId'], data), parent }
      return { object: parent }
    },
    invoice: async ({ subjectId, customerId, data }) => {
      const about = data['about'] as { type?: string; id?: string } | undefined
      const parents: Record<string, (id: string) => Promise<object>> = {
        BOOKING: booking,
        OFFER: (id) => offer(id, customerId),
        CONTRACT: (id) => contract(id, customerId),
      }
      const parent = about?.id ? await parents[about.type ?? '']?.(about.id) : undefined
      return { object: await showInvoice(deps, subjectId), parent }
    },
    payment: async ({ subjectId }) => {
      const object = await showPayment(deps, subjectId)
      return { object, parent: await showInvoice(deps, object.invoiceId) }
    },
    dispute: async ({ subjectId, customerId }) => {
      const object = withoutTimeline(await showDispute(deps, subjectId))
      const { bookingId, contractId } = object.subject
      const parent = bookingId
        ? await booking(bookingId)
        : contractId
          ? await contract(contractId, customerId)
          : undefined
      return { object, parent }
    },
    payout: async ({ subjectId, providerId }) => ({
      object: await showPayout(deps, subjectId),
      parent: await provider(providerId),
    }),
    document: async ({ subjectId, providerId }) => ({
      object: await showDocument(deps, subjectId),
      parent: await provider(providerId),
    }),
    // Version 0.2 recorded messages as events of their channel. Some may wait while it is updated.
    channel: async ({ data }) => ({ object: data['message'] as object, parent: data['channel'] as object }),
    review: async ({ subjectId, customerId }) => {
      const object = await showReview(deps, subjectId)
      const { work } = object
      const parent = await (work.type === 'BOOKING' ? booking(work.id) : contract(work.id, customerId))
      return { object, parent }
    },
    ticket: async ({ subjectId, providerId }) => ({
      object: await showTicket(deps, subjectId),
      parent: await provider(providerId),
    }),
    provider: async ({ subjectId, type, data }) => {
      // Suspension details are not shown to anyone who looks for a provider.
      const object = await provider(subjectId)
      return { object: type === 'provider.suspended' ? { ...object, ...data } : object }
    },
    // Version 0.1 recorded changes of working hours under this subject.
    availability: async ({ subjectId }) => ({ object: await provider(subjectId) }),
  }
}
