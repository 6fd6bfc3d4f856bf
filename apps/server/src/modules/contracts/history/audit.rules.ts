import type { ContractAuditEntry, AuditVerdict } from '@fettle/protocol/contracts/audit'
import canonicalize from 'canonicalize'
import { hash } from 'node:crypto'

/** The audit trail of a contract: a hash chain that reveals the first manipulated entry. Pure. */

export const GENESIS = '0'.repeat(64)

/** Canonical JSON (RFC 8785): the same text for the same value. */
export const canonical = (value: object): string => canonicalize(value) ?? ''

/** A stored entry: the hashed text and its hash. */
export interface AuditLink {
  seq: number
  entry: string
  entryHash: string
}

/** Chains an entry to the previous one. */
export function chain(facts: Omit<ContractAuditEntry, 'entryHash'>): AuditLink {
  const entry = canonical(facts)
  return { seq: facts.seq, entry, entryHash: hash('sha256', facts.prevHash + entry) }
}

/** Parses an entry. Undefined: its text is damaged. */
export function toEntry({ entry, entryHash }: AuditLink): object | undefined {
  try {
    return { ...(JSON.parse(entry) as object), entryHash }
  } catch {
    return undefined
  }
}

/**
 * Recomputes the chain, oldest first, and compares its end with the head stored on the contract, so that a truncated
 * chain is noticed too. `brokenAtSeq` is the first entry that does not match.
 */
export function verify(links: readonly AuditLink[], { seq, head }: { seq: number; head: string }): AuditVerdict {
  let prevHash = GENESIS
  for (const [index, link] of links.entries()) {
    const expected = index + 1
    const isIntact =
      link.seq === expected &&
      hash('sha256', prevHash + link.entry) === link.entryHash &&
      hasSequence(link.entry, expected, prevHash)
    if (!isIntact) return { valid: false, entries: links.length, headHash: head, brokenAtSeq: expected }
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

/** Detects a moved entry whose hash was recomputed: its text still names its position. */
function hasSequence(entry: string, seq: number, prevHash: string): boolean {
  const recorded: Partial<ContractAuditEntry> | undefined = toEntry({ seq, entry, entryHash: '' })
  return recorded?.seq === seq && recorded.prevHash === prevHash
}
