import type { MessageParam } from '@fettle/i18n/message'
import type { Money } from '@fettle/protocol'
import type { SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { findSettings } from '../availability/index.ts'
import { enqueueSystemMessage } from '../bookings/index.ts'
import { resolveFor, notify, type NotificationRequest } from '../notifications/index.ts'
import { stageOf, type Dispute } from './dispute.rules.ts'

/** The effects of dispute transitions: domain events, system messages and notifications. */

export interface DisputeEffects {
  /** `dispute.opened`, `dispute.updated` or `dispute.resolved`. */
  event: string
  data?: Record<string, unknown>
  /** System message in the chat of the two, with the dispute's card. */
  systemMessage?: SystemMessageContent
  /** Notification to the provider about another party's action. */
  notification?: NotificationRequest
}

/** `BK-2026-000007, Fix the tap` */
export const describeDispute = ({ subject: { label, title } }: Pick<Dispute, 'subject'>): MessageParam =>
  label && title ? { code: 'reference-and-title', params: { reference: label, title } } : label || title

export const moneyOf = ({ amount, currency }: Pick<Dispute, 'amount' | 'currency'>): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

/** Posts a system message after commit. */
export async function postSystemMessage(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  { id, version, providerId, customer }: Dispute,
  content: SystemMessageContent,
): Promise<void> {
  const card = { type: 'dispute', id }
  await enqueueSystemMessage(tx, deps, { providerId, customerId: customer.id, key: `${id} ${version}`, content, card })
}

type ParamsOf<W extends NotificationRequest['workflow']> = Extract<NotificationRequest, { workflow: W }>['params']
type DisputeWorkflow = Extract<NotificationRequest['workflow'], `dispute-${string}`>

/** A notification about a dispute for its provider. */
export const toNotification = <W extends DisputeWorkflow>(
  { id, providerId }: Dispute,
  workflow: W,
  params: ParamsOf<W>,
): NotificationRequest =>
  ({ workflow, providerId, params, data: { type: 'dispute', id } }) as unknown as NotificationRequest

/** Parameters shared by every dispute notification. */
export const notificationParams = ({ customer, subject }: Dispute) => ({
  customerName: customer.name,
  customerId: customer.id,
  title: subject.title,
  reference: subject.label,
})

/** The provider's time zone. */
export const timeZoneOf = async (tx: Tx, { providerId }: Dispute): Promise<string> =>
  (await findSettings(tx, providerId)).settings.timeZone

/** Applies the effects of a transition. */
export async function applyEffects(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids' | 'jobs'>,
  dispute: Dispute,
  effects: DisputeEffects,
) {
  if (effects.notification) await notify(tx, deps, effects.notification)
  if (effects.systemMessage) await postSystemMessage(tx, deps, dispute, effects.systemMessage)
}

/** Marks notifications as resolved whose request is answered or can no longer be. */
export async function resolveStaleNotifications(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  before: Dispute,
  after: Dispute,
): Promise<void> {
  const subject = { type: 'dispute', id: after.id } as const
  const awaits = (dispute: Dispute) => stageOf(dispute).awaiting.includes('PROVIDER')
  if (before.status === after.status && awaits(before) === awaits(after)) return
  if (before.status === 'OPEN' && after.status !== 'OPEN') await resolveFor(tx, deps, subject, 'dispute-opened')
  await resolveFor(tx, deps, subject, 'dispute-deadline-24h')
  if (!awaits(after)) await resolveFor(tx, deps, subject, 'dispute-updated')
}
