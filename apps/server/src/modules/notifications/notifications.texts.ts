import { createMessages } from '@fettle/i18n/catalogue'
import type { Locale } from '@fettle/i18n/locales'
import type { MessageParam, MessageParams } from '@fettle/i18n/message'
import { dataMessages } from '@fettle/protocol/core/data.messages'
import { creditReasonMessages } from '@fettle/protocol/workspace/chat.messages'
import { mailMessages } from '../../platform/mail/mail.messages.ts'
import { catalogue, type Params, type WorkflowId } from './catalogue.ts'
import type { NotificationKind } from './kinds/kind.ts'
import { notificationsMessages } from './notifications.messages.ts'

/** Texts of notifications, their mails and the unsubscribe page in a language. */
export const textOf = createMessages(['mail', 'chat', 'server'], {
  ...mailMessages,
  ...notificationsMessages,
  ...creditReasonMessages,
  FORMER_CUSTOMER: dataMessages.FORMER_CUSTOMER,
})

/** Subject and body of a notification in a language. */
export function renderTexts<W extends WorkflowId>(
  locale: Locale,
  workflow: W,
  params: Params[W],
): { subject: string; body: string } {
  const { textParams, sentences }: NotificationKind<Params[W]> = catalogue[workflow]
  const shown = { ...toMessageParams(params), ...textParams?.(params) }
  const codes = [`${workflow}.body` as const, ...(sentences?.(params) ?? [])]
  return {
    subject: textOf(locale, { code: `${workflow}.subject`, params: shown }),
    body: codes.flatMap((code) => (code ? [textOf(locale, { code, params: shown })] : [])).join(' '),
  }
}

/** Stored params that hold a time. */
const timeParams: ReadonlySet<string> = new Set([
  'appealUntil',
  'at',
  'expiresAt',
  'respondBy',
  'signBy',
  'silentUntil',
  'startAt',
  'until',
  'validUntil',
])

/** Prepares stored params for texts: instants become times of the kind's time zone. Kinds without one have days only. */
function toMessageParams(params: object): MessageParams {
  const { timeZone, times, ...others } = params as { timeZone?: string; times?: string[] }
  const toTime = (at: string): MessageParam =>
    timeZone === undefined ? { day: at.slice(0, 10) } : { at, timeZone, show: 'sentence' }
  const toParam = (name: string, value: unknown): MessageParam => {
    if (name === 'startAt' && value === null) return { code: 'notification.unscheduled' }
    // Stored empty once the customer is deleted.
    if (name === 'customerName' && value === '') return { code: 'FORMER_CUSTOMER' }
    if (timeParams.has(name) && typeof value === 'string') return toTime(value)
    return typeof value === 'boolean' ? String(value) : (value as MessageParam)
  }
  const entries = Object.entries(others)
    .filter(([name, value]) => value !== undefined && (value !== null || name === 'startAt'))
    .map(([name, value]) => [name, toParam(name, value)] as const)
  return {
    ...Object.fromEntries(entries),
    ...(times && { times: { list: times.map(toTime), join: 'or' as const } }),
  }
}
