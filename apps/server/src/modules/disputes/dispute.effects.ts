import type { MessageParam } from '@fettle/i18n/message'
import type { Money } from '@fettle/protocol'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { findTimeZone } from '../auth/index.ts'
import { effectsOf, resolveFor, type RecordEffects } from '../notifications/index.ts'
import { stageOf, type Dispute } from './dispute.rules.ts'

/** The effects of dispute transitions: domain events, system messages and notifications. */

export interface DisputeEffects extends RecordEffects {
  /** `dispute.opened`, `dispute.updated` or `dispute.resolved`. */
  event: string
  data?: Record<string, unknown>
}

/** `BK-2026-000007, Fix the tap` */
export const describeDispute = ({ subject: { label, title } }: Pick<Dispute, 'subject'>): MessageParam =>
  label && title ? { code: 'reference-and-title', params: { reference: label, title } } : label || title

export const moneyOf = ({ amount, currency }: Pick<Dispute, 'amount' | 'currency'>): Money | null =>
  amount === null || currency === null ? null : { amount, currency }

export const { deliver, toNotification } = effectsOf('dispute')

/** Parameters shared by every dispute notification. */
export const notificationParams = ({ customer, subject }: Dispute) => ({
  customerName: customer.name,
  customerId: customer.id,
  title: subject.title,
  reference: subject.label,
})

/** The provider's time zone. */
export const timeZoneOf = ({ settings }: Pick<Deps, 'settings'>, tx: Tx, { providerId }: Dispute): Promise<string> =>
  findTimeZone(tx, providerId, settings().defaultCountry)

/** Resolves the notifications whose request has been answered or can no longer be answered. */
export async function resolveStaleNotifications(
  deps: Pick<Deps, 'clock' | 'jobs'>,
  tx: Tx,
  before: Dispute,
  after: Dispute,
): Promise<void> {
  const subject = { type: 'dispute', id: after.id } as const
  const awaits = (dispute: Dispute) => stageOf(dispute).awaiting.includes('PROVIDER')
  if (before.status === after.status && awaits(before) === awaits(after)) return
  if (before.status === 'OPEN' && after.status !== 'OPEN') await resolveFor(deps, tx, subject, 'dispute-opened')
  await resolveFor(deps, tx, subject, 'dispute-deadline-24h')
  if (!awaits(after)) await resolveFor(deps, tx, subject, 'dispute-updated')
}
