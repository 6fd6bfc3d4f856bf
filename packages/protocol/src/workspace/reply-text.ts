// Apart from the calls, so that the composer carries no schemas.

/** What stands in braces in a reply, and is filled in when it is inserted. */
export const replyVariables = [
  'customer.firstName',
  'provider.firstName',
  'booking.date',
  'booking.time',
  'booking.address',
  'offer.total',
  'offer.link',
] as const
export type ReplyVariable = (typeof replyVariables)[number]

/** `{{name}}` or `{{name|what to say without it}}`. */
const VARIABLE = /\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}/g

/**
 * A reply's text with its variables filled in. One without a value takes its fallback; without either it stays as it is,
 * to be filled in by hand. Never throws.
 */
export const fillReply = (text: string, values: Partial<Record<ReplyVariable, string | null>>): string =>
  text.replace(VARIABLE, (whole, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name as ReplyVariable] : undefined
    return value || fallback?.trim() || whole
  })

/** Where a text still waits for words: a message with such a place is not sent. */
export const unfilledVariables = (text: string): { start: number; end: number; text: string }[] =>
  Array.from(text.matchAll(VARIABLE), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
    text: whole,
  }))
