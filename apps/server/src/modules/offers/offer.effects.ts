import { openOfferStatuses, type OfferStatus } from '@fettle/protocol/offers'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { effectsOf, resolveFor, type NotificationRequest, type RecordEffects } from '../notifications/index.ts'
import type { Offer } from './offer.types.ts'

/** The effects of offer transitions: domain events, system messages, chat messages and notifications. */

export interface OfferEffects extends RecordEffects {
  /** Event name in the timeline and the feed. */
  event: string
  data?: Record<string, unknown>
  visibility?: 'BOTH' | 'PROVIDER'
  /** Message of one of the two to the other. */
  chatMessage?: { authorId: string; text: string }
}

/** A chat message of one of the two to the other. The same key is sent once. */
export interface ChatMessageJob {
  providerId: string
  customerId: string
  authorId: string
  key: string
  text: string
}
export type SendChatMessage = (message: ChatMessageJob) => Promise<void>

export const SEND_CHAT_MESSAGE_JOB = 'chat.send-message'

export const { deliver, postSystemMessage, toNotification } = effectsOf(
  'offer',
  ({ customer, title, reference }: Offer) => ({
    customerName: customer.name,
    customerId: customer.id,
    title,
    reference,
  }),
)

export async function enqueueChatMessage(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Queryable,
  { id, version, providerId, customer }: Offer,
  { authorId, text, key = `${id} ${version} ${authorId}` }: { authorId: string; text: string; key?: string },
): Promise<void> {
  const message: ChatMessageJob = { providerId, customerId: customer.id, authorId, key, text }
  await jobs.add(tx, SEND_CHAT_MESSAGE_JOB, message, { queue: `conversation:${providerId}` })
}

/** The effects of a reminder to the customer. */
export const describeReminder = (after: Offer): OfferEffects => ({
  event: 'offer.reminded',
  data: { validUntil: after.validUntil?.toISOString() },
  systemMessage: { code: 'offer-reminder', params: { offer: describeOffer(after) } },
})

const open: readonly OfferStatus[] = openOfferStatuses

/** Resolves the notifications whose request has been answered or can no longer be answered. */
export async function resolveStaleNotifications(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  before: Offer,
  after: Offer,
): Promise<void> {
  const resolve = (workflow: NotificationRequest['workflow']) =>
    resolveFor(deps, tx, { type: 'offer', id: after.id }, workflow)
  if (before.status !== after.status) {
    if (before.status === 'REQUESTED') await resolve('offer-requested')
    if (before.status === 'CHANGES_REQUESTED') await resolve('offer-changes-requested')
  }
  const isLater = before.validUntil?.getTime() !== after.validUntil?.getTime()
  if (open.includes(before.status) && (isLater || !open.includes(after.status))) await resolve('offer-expiring')
}

/** `OF-2026-000007, New bathroom` */
export const describeOffer = ({ reference, title }: Offer): SystemMessageContent => ({
  code: 'reference-and-title',
  params: { reference, title },
})
