import { formatterOf } from '@fettle/i18n/format'
import type { MessageParam } from '@fettle/i18n/message'
import type { Money } from '@fettle/protocol'
import type { ActingPerson } from '../../platform/acting-party.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
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

export const { deliver, toNotification } = effectsOf('dispute', ({ customer, subject }: Dispute) => ({
  customerName: customer.name,
  customerId: customer.id,
  title: subject.title,
  reference: subject.label,
}))

type UpdateKind = Extract<Parameters<typeof toNotification<'dispute-updated'>>[2], { what: unknown }>['what']

/** Codes of the system messages about one side's action. */
type UpdateCode =
  | 'dispute-answered'
  | 'dispute-appealed'
  | 'dispute-evidence-added'
  | 'dispute-withdrawn'
  | 'settlement-declined'
  | 'settlement-proposed'

/** Effects of one side's action for the other side. */
export const toUpdateEffects = (
  { role, name }: ActingPerson,
  after: Dispute,
  {
    what,
    code,
    amount = null,
    note = null,
    files,
  }: { what: UpdateKind; code: UpdateCode; amount?: Money | null; note?: string | null; files?: number },
): DisputeEffects => ({
  event: 'dispute.updated',
  data: {
    what,
    by: role,
    ...(amount && { amount: formatterOf('en').money(amount) }),
    ...(note !== null && { note }),
    ...(files !== undefined && { files }),
  },
  systemMessage: { code, params: { person: name, dispute: describeDispute(after) } },
  ...(role === 'CUSTOMER' && {
    notification: toNotification(after, 'dispute-updated', { what, amount, note }),
  }),
})

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
