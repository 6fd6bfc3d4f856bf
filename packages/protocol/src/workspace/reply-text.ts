/**
 * Variables in braces that are filled in on insertion. In a file without schemas, so that the composer loads little
 * code.
 */
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

/** `{{name}}` or `{{name|fallback}}`. */
const VARIABLE = /\{\{\s*([^{}|]+?)\s*(?:\|([^{}]*))?\}\}/g

/**
 * Fills in the variables of a reply. One without a value takes its fallback; without either it stays, to be filled in
 * by hand. Never throws.
 */
export const fillReply = (text: string, values: Partial<Record<ReplyVariable, string | null>>): string =>
  text.replace(VARIABLE, (whole, name: string, fallback: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name as ReplyVariable] : undefined
    return value || fallback?.trim() || whole
  })

/** Variables that are still unfilled. A message with such a variable is not sent. */
export const unfilledVariables = (text: string): { start: number; end: number; text: string }[] =>
  Array.from(text.matchAll(VARIABLE), ({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
    text: whole,
  }))
