import { preview } from '../../common/limits.ts'
import { chatLimits } from '../core/limits.ts'
import type { Message, Quote } from './messages.ts'

/**
 * Whether a text contains only markup and invisible characters: emphasis, code, quotes, headings, list marks, empty
 * links, blanks of any script.
 */
export function isEmptyText(text: string): boolean {
  return (
    text.replace(
      /!?\[\]\([^)]*\)|^\s*(?:[-+]|\d+[.)])(?=\s|$)|[\s*_~`>#\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/gmu,
      '',
    ) === ''
  )
}

const LINK = /\bhttps?:\/\/[^\s<>"'`]+/gi

/** Links of a text, unique and in order, without punctuation that ends a sentence. */
export function findLinks(text: string): string[] {
  const links = Array.from(text.matchAll(LINK), ([link]) => trimEnd(link))
  return [...new Set(links)].slice(0, chatLimits.previewsPerMessage)
}

function trimEnd(link: string): string {
  const short = link.replace(/[.,;:!?*_~]+$/, '')
  // A closing bracket belongs to a link that contains an opening one.
  return short.endsWith(')') && !short.includes('(') ? trimEnd(short.slice(0, -1)) : short
}

/** Counts code points, as people do. There are never more code points than code units. */
export const countCharacters = (text: string): number =>
  text.length <= chatLimits.messageCharacters ? text.length : Array.from(text).length

/** The part of a message its quotes show. Shared by service and client, so that an edit updates the quotes. */
export const quoteOf = ({ id, seq, revision = seq, user, kind, text }: Omit<Message, 'cid' | 'createdAt'>): Quote => ({
  id,
  seq,
  revision,
  user,
  kind,
  text: preview(text),
})
