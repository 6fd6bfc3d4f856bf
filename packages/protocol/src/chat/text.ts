import { preview } from '../common/limits.ts'
import { chatLimits } from './limits.ts'
import type { Message, Quote } from './messages.ts'

/** Text that is only markup counts as empty: emphasis, code, quotes, headings, list marks, empty links. */
export function isEmptyText(text: string): boolean {
  return text.replace(/!?\[\]\([^)]*\)|^\s*(?:[-+]|\d+[.)])(?=\s|$)|[\s*_~`>#\p{Cf}]+/gmu, '') === ''
}

/** Code points are what people count; there are never more of them than units. */
export const countCharacters = (text: string): number =>
  text.length <= chatLimits.messageCharacters ? text.length : Array.from(text).length

/** What of a message its quotes show. Service and client agree, so that a change of the one is a change of the other. */
export const quoteOf = ({ id, seq, revision = seq, user, kind, text }: Omit<Message, 'cid' | 'createdAt'>): Quote => ({
  id,
  seq,
  revision,
  user,
  kind,
  text: preview(text),
})
