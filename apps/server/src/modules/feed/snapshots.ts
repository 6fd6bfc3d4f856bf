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

type Json = Record<string, unknown>

/** The object of an event and its parent. */
export interface EventSnapshot {
  object: Json
  parent?: Json | undefined
}

/** Loads the object of an event, by the type of its subject: as the API shows it to the marketplace. */
export type Snapshots = Readonly<Record<string, (event: PendingEvent) => Promise<EventSnapshot | undefined>>>

/** Removes the timeline, which has its own operation. */
const withoutTimeline = ({ timeline: _, ...rest }: Json): Json => rest

/** Creates the loaders of the objects of events. */
export function createSnapshots(deps: Deps): Snapshots {
  const booking = async (id: string) => withoutTimeline({ ...(await readBooking(deps, id)) })
  const contract = async (id: string, customerId: string) =>
    withoutTimeline({ ...(await showContract(deps, customerId, id)) })
  const offer = async (id: string, customerId: string) =>
    withoutTimeline({ ...(await showOffer(deps, customerId, id)) })
  const invoice = async (id: string): Promise<Json> => ({ ...(await showInvoice(deps, id)) })
  const provider = async (id: string): Promise<Json> => ({ ...(await getPublicProvider(deps, id)) })

  /** Loads the part of a contract an event is about, with the contract. */
  const partOf = async (
    { subjectId, customerId, data }: PendingEvent,
    list: string,
    id: unknown,
  ): Promise<EventSnapshot> => {
    const parent = await contract(subjectId, customerId ?? '')
    const members = (parent[list] ?? []) as Json[]
    return { object: members.find((member) => member['id'] === id) ?? { ...data, id }, parent }
  }

  return {
    customer: async ({ subjectId }) => ({ object: { ...toCustomer(await getStoredCustomer(deps, subjectId)) } }),
    booking: async ({ subjectId }) => ({ object: await booking(subjectId) }),
    offer: async ({ subjectId, customerId }) => ({ object: await offer(subjectId, customerId ?? '') }),
    contract: async (event) => {
      const { subjectId, customerId, type, data } = event
      if (type.startsWith('milestone.')) return partOf(event, 'milestones', data['milestoneId'])
      if (type.startsWith('amendment.')) return partOf(event, 'amendments', data['amendmentId'])
      return { object: await contract(subjectId, customerId ?? '') }
    },
    invoice: async ({ subjectId, customerId, data }) => {
      const about = data['about'] as { type?: string; id?: string } | undefined
      const parents: Record<string, (id: string) => Promise<Json>> = {
        BOOKING: booking,
        OFFER: (id) => offer(id, customerId ?? ''),
        CONTRACT: (id) => contract(id, customerId ?? ''),
      }
      const parent = about?.id ? await parents[about.type ?? '']?.(about.id) : undefined
      return { object: await invoice(subjectId), parent }
    },
    payment: async ({ subjectId }) => {
      const object: Json = { ...(await showPayment(deps, subjectId)) }
      return { object, parent: await invoice(String(object['invoiceId'])) }
    },
    dispute: async ({ subjectId, customerId }) => {
      const object: Json = withoutTimeline({ ...(await showDispute(deps, subjectId)) })
      const about = object['subject'] as { bookingId: string | null; contractId: string | null }
      const parent = about.bookingId
        ? await booking(about.bookingId)
        : about.contractId
          ? await contract(about.contractId, customerId ?? '')
          : undefined
      return { object, parent }
    },
    payout: async ({ subjectId, providerId }) => ({
      object: { ...(await showPayout(deps, subjectId)) },
      parent: await provider(providerId ?? ''),
    }),
    document: async ({ subjectId, providerId }) => ({
      object: { ...(await showDocument(deps, subjectId)) },
      parent: await provider(providerId ?? ''),
    }),
    // Messages do not change in an event: it carries the text as written.
    channel: async ({ data }) => ({ object: data['message'] as Json, parent: data['channel'] as Json }),
    review: async ({ subjectId, customerId }) => {
      const review = await showReview(deps, subjectId)
      const { work } = review
      const parent = await (work.type === 'BOOKING' ? booking(work.id) : contract(work.id, customerId ?? ''))
      return { object: { ...review }, parent }
    },
    ticket: async ({ subjectId, providerId }) => ({
      object: withoutTimeline({ ...(await showTicket(deps, subjectId)) }),
      parent: await provider(providerId ?? ''),
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
