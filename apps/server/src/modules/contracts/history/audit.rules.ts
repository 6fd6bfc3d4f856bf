import type { AuditEntry, AuditVerdict } from '@fettle/protocol/contracts/audit'
import canonicalize from 'canonicalize'
import { createHash } from 'node:crypto'

/** The audit trail of a contract: a chain that shows the first entry anybody touched. Pure. */

export const GENESIS = '0'.repeat(64)

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Canonical JSON (RFC 8785): the same text for the same value. */
export const canonical = (value: object): string => canonicalize(value) ?? ''

/** An entry as it is kept: the text its hash is of, and the hash. */
export interface AuditLink {
  seq: number
  entry: string
  entryHash: string
}

/** Chains an entry to the one before it. */
export function chain(facts: Omit<AuditEntry, 'entryHash'>): AuditLink {
  const entry = canonical(facts)
  return { seq: facts.seq, entry, entryHash: sha256(facts.prevHash + entry) }
}

/** An entry as it reads; undefined where its text is none any more. */
export function toEntry({ entry, entryHash }: AuditLink): object | undefined {
  try {
    return { ...(JSON.parse(entry) as object), entryHash }
  } catch {
    return undefined
  }
}

/**
 * Recomputes the chain, oldest first, and compares its end with what the contract remembers of it: what was cut off at
 * the end is noticed too. `brokenAtSeq` is the first entry that is not as it was written.
 */
export function verify(links: readonly AuditLink[], { seq, head }: { seq: number; head: string }): AuditVerdict {
  let prevHash = GENESIS
  for (const [index, link] of links.entries()) {
    const expected = index + 1
    const isWhole =
      link.seq === expected &&
      sha256(prevHash + link.entry) === link.entryHash &&
      hasSequence(link.entry, expected, prevHash)
    if (!isWhole) return { valid: false, entries: links.length, headHash: head, brokenAtSeq: expected }
    prevHash = link.entryHash
  }
  if (links.length < seq) return { valid: false, entries: links.length, headHash: head, brokenAtSeq: links.length + 1 }
  if (links.length > seq || prevHash !== head) {
    return {
      valid: false,
      entries: links.length,
      headHash: head,
      brokenAtSeq: Math.max(1, Math.min(seq, links.length)),
    }
  }
  return { valid: true, entries: links.length, headHash: head }
}

/** An entry that was moved, with its hash made anew, still says where it stood. */
function hasSequence(entry: string, seq: number, prevHash: string): boolean {
  const recorded: Partial<AuditEntry> | undefined = toEntry({ seq, entry, entryHash: '' })
  return recorded?.seq === seq && recorded.prevHash === prevHash
}
