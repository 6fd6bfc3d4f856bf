import { createMessages } from '@fettle/i18n/catalogue'
import { systemMessages } from '@fettle/protocol/workspace/chat.messages'
import { instant } from '../../platform/locale/message-params.ts'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { resolveFor, type NotificationRequest } from '../notifications/index.ts'
import type { Booking } from './booking.types.ts'
import { isScheduled } from './unscheduled.rules.ts'

/** The effects of booking transitions: domain events, system messages and notifications. */

export interface BookingEffects {
  /** Event name in the timeline and the feed. */
  event: string
  data?: Record<string, unknown>
  /** System message in the chat of the two, with the booking's card. */
  systemMessage?: SystemMessageContent
  /** Notification to the provider about another party's action. */
  notification?: NotificationRequest
}

/** A system message in the chat of a provider and a customer. The same key is posted once. */
export interface SystemMessageJob {
  providerId: string
  customerId: string
  key: string
  /** In English, for marketplaces and clients that do not know the code. */
  text: string
  content: SystemMessageContent
  card: { type: string; id: string }
}
export type PostSystemMessage = (message: SystemMessageJob) => Promise<void>

const translate = createMessages('chat', systemMessages)

export const POST_SYSTEM_MESSAGE_JOB = 'chat.post-system-message'

/** Posts a system message with the booking's card after commit, in order for each provider. */
export async function postSystemMessage(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  { id, version, providerId, customer }: Booking,
  event: string,
  content: SystemMessageContent,
): Promise<void> {
  const card = { type: 'booking', id }
  await enqueueSystemMessage(
    tx,
    { jobs },
    { providerId, customerId: customer.id, key: `${id} ${version} ${event}`, content, card },
  )
}

/** Enqueues a system message about any record. The same key posts once. */
export async function enqueueSystemMessage(
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  message: Omit<SystemMessageJob, 'text'>,
): Promise<void> {
  const job: SystemMessageJob = { ...message, text: translate('en', message.content) }
  await jobs.add(tx, POST_SYSTEM_MESSAGE_JOB, job, { queue: `conversation:${job.providerId}` })
}

type DescribedBooking = Pick<Booking, 'title' | 'startAt' | 'timeZone'>

/** `Fix the kitchen tap, Wed 25 Nov, 08:00`. */
export const describeBooking = ({ title, startAt, timeZone }: DescribedBooking): SystemMessageContent =>
  isScheduled({ startAt })
    ? { code: 'booking-at', params: { title, at: instant(startAt, timeZone) } }
    : { code: 'booking-unscheduled', params: { title } }

const openNotifications = {
  REQUESTED: ['booking-requested', 'request-expiring'],
  CONFIRMED: ['booking-reminder-24h', 'booking-reminder-2h'],
  IN_PROGRESS: ['job-still-running'],
} as const

/** Marks notifications as resolved whose request is answered or can no longer be. */
export async function resolveStaleNotifications(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  before: Booking,
  after: Booking,
): Promise<void> {
  const subject = { type: 'booking', id: after.id } as const
  if (before.status !== after.status && before.status in openNotifications) {
    await resolveFor(tx, deps, subject, ...openNotifications[before.status as keyof typeof openNotifications])
  }
  if (after.cancellation?.contest) await resolveFor(tx, deps, subject, 'booking-cancelled')
  if (after.noShow?.contest) await resolveFor(tx, deps, subject, 'no-show-reported')
}

type ParamsOf<W extends NotificationRequest['workflow']> = Extract<NotificationRequest, { workflow: W }>['params']

/** A notification about a booking for its provider. */
export function toNotification<W extends NotificationRequest['workflow']>(
  { id, providerId }: Booking,
  workflow: W,
  params: ParamsOf<W>,
): NotificationRequest {
  return { workflow, providerId, params, data: { type: 'booking', id } } as unknown as NotificationRequest
}

/** Parameters shared by most booking notifications. */
export const notificationParams = ({ customer, title, startAt, timeZone }: Booking) => ({
  customerName: customer.name,
  customerId: customer.id,
  title,
  startAt: isScheduled({ startAt }) ? startAt.toISOString() : null,
  timeZone,
})
