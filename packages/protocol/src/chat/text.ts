import { chatLimits } from './limits.ts'

/** Text that is only markup counts as empty (spec §5): emphasis, code, quotes, headings, list marks, empty links. */
export function isEmptyText(text: string): boolean {
  return text.replace(/!?\[\]\([^)]*\)|^\s*(?:[-+]|\d+[.)])(?=\s|$)|[\s*_~`>#\p{Cf}]+/gmu, '') === ''
}

/** Code points are what people count; there are never more of them than units. */
export const countCharacters = (text: string): number =>
  text.length <= chatLimits.messageCharacters ? text.length : Array.from(text).length
