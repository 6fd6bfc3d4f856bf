import * as z from 'zod/mini'
import { findTimeZone } from '../common/time-zone-names.ts'
import { issueText, withLimits } from './issue-text.ts'

/** Prefix + ULID. */
export const idOf = (prefix: string) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`), issueText('ID_INVALID')))

export const UserId = idOf('usr')
export const CustomerId = idOf('cus')
export const BookingId = idOf('bkg')
export const FileId = idOf('fil')
export const SessionId = idOf('ses')
export const FactorId = idOf('fct')

/** An instant: RFC 3339 in UTC. */
export const Instant = z.iso.datetime()

/** A calendar day: `YYYY-MM-DD`. There is no year 0. */
export const Day = z.iso.date().check(z.refine((day) => !day.startsWith('0000'), issueText('DAY_REQUIRED')))

/** The largest `integer` of PostgreSQL, the bound of every count and number. */
export const MAX_INTEGER = 2_147_483_647

/** An IANA time zone, named by a place or `UTC`; other names become such a name. */
export const TimeZone = z.pipe(
  z
    .string(issueText('TIME_ZONE_REQUIRED'))
    .check(z.refine((name) => findTimeZone(name) !== undefined, issueText('TIME_ZONE_INVALID'))),
  z.pipe(
    z.transform((name: string) => findTimeZone(name) ?? name),
    z.string(),
  ),
)

/** Integer minor units and an ISO 4217 code. */
export const Money = z.object({
  amount: z.int(),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, issueText('CURRENCY_CODE_INVALID'))),
})
export type Money = z.infer<typeof Money>

// Control characters are refused. Long texts may contain line breaks and tabs.
const CONTROL = /\p{Cc}/u
const CONTROL_BUT_BREAKS = /[^\P{Cc}\n\r\t]/u

/** One line of text: NFC, trimmed, inner whitespace collapsed, no control characters. */
export function line(min: number, max: number, message: string) {
  const text = withLimits(message, { min, max })
  return z.pipe(
    z.string(text).check(z.refine((value) => !CONTROL.test(value.trim().replace(/\s+/g, ' ')), text)),
    z.pipe(
      z.transform((value: string) => value.normalize('NFC').trim().replace(/\s+/g, ' ')),
      z.string().check(z.minLength(min, text), z.maxLength(max, text)),
    ),
  )
}

/** Text of several lines: NFC, trimmed, line breaks kept. */
export function prose(min: number, max: number, message: string) {
  const text = withLimits(message, { min, max })
  return z.pipe(
    z.string(text).check(z.refine((value) => !CONTROL_BUT_BREAKS.test(value), text)),
    z.pipe(
      z.transform((value: string) => value.normalize('NFC').replace(/\r\n?/g, '\n').trim()),
      z.string().check(z.minLength(min, text), z.maxLength(max, text)),
    ),
  )
}

/** A comma-separated list in a query: `A,B`. */
export const commaList = <T extends z.core.$ZodType<unknown, string>>(item: T) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((value: string) => value.split(',').filter(Boolean)),
      z.array(item),
    ),
  )

/** Keyset pagination in a query: `limit` 1–100 (default 20), `cursor` from the previous page. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
}

/** `meta` of every list. */
export interface PageMeta {
  nextCursor: string | null
  total: number
  countsByStatus: Record<string, number>
}

/** `meta` of a searchable list. */
export interface FoundMeta {
  /** More than a thousand match: `total` is a lower bound. */
  atLeast: boolean
}

/** An object with `reasonCode` and a note, which is required with the reason OTHER. */
export const requireNoteForOther = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z
    .object({ ...shape, note: z.optional(prose(0, 1000, issueText('MAX_CHARACTERS'))) })
    .check(
      z.refine(
        (input) =>
          (input as { reasonCode: string }).reasonCode !== 'OTHER' || Boolean((input as { note?: string }).note),
        { error: issueText('NOTE_REQUIRED'), path: ['note'] },
      ),
    )
