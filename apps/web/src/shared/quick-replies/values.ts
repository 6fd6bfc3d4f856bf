import type { ReplyFacts } from '@fettle/protocol/workspace/quick-replies'
import type { ReplyVariable } from '@fettle/protocol/workspace/reply-text'
import { msg } from '@lingui/core/macro'
import { longDay, timeIn } from '../../lib/format/dates.ts'

/** Labels of the variables. */
export const variableNames = {
  'customer.firstName': msg`Customer's first name`,
  'provider.firstName': msg`Your first name`,
  'booking.date': msg`Day of the booking`,
  'booking.time': msg`Time of the booking`,
  'booking.address': msg`Address of the booking`,
  'offer.total': msg`Total of the offer`,
  'offer.link': msg`Link to the offer`,
} as const satisfies Record<ReplyVariable, unknown>

/** Values of the variables, with times in the job's time zone. Unknown ones are left out. */
export function valuesOf({
  customerFirstName,
  providerFirstName,
  booking,
}: ReplyFacts): Partial<Record<ReplyVariable, string>> {
  const { startAt, timeZone, address } = booking ?? {}
  return {
    'provider.firstName': providerFirstName,
    ...(customerFirstName && { 'customer.firstName': customerFirstName }),
    ...(startAt &&
      timeZone && { 'booking.date': longDay(startAt, timeZone), 'booking.time': timeIn(startAt, timeZone) }),
    ...(address && { 'booking.address': address }),
  }
}

/** Finds replies by shortcut first, then by text. */
export function findReplies<Reply extends { shortcut: string; text: string }>(
  replies: readonly Reply[],
  typed: string,
): Reply[] {
  const q = typed.trim().toLowerCase().replace(/^\//, '')
  if (q === '') return [...replies]
  const begins = replies.filter(({ shortcut }) => shortcut.startsWith(q))
  const others = replies.filter(
    (reply) => !begins.includes(reply) && `${reply.shortcut} ${reply.text}`.toLowerCase().includes(q),
  )
  return [...begins, ...others]
}
