import { ContractAuditEntry, type AuditEvent, type AuditVerdict } from '@fettle/protocol/contracts/audit'
import * as z from 'zod/mini'
import type { ActorRef } from '../../../platform/acting-party.ts'
import { sql, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { chain, toEntry, verify, type AuditLink } from './audit.rules.ts'

/** Where somebody acted from, as far as known. */
export interface Origin {
  ip: string | null
  userAgent: string | null
  timeZone: string | null
}
export const noOrigin: Origin = { ip: null, userAgent: null, timeZone: null }

/** An entry to append. */
export interface AuditNote {
  event: AuditEvent
  contentHash?: string | null
  data?: Record<string, unknown>
}

/**
 * Appends entries to a contract's trail. The caller holds the contract's row lock, which keeps the chain linear.
 */
export async function append(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  contractId: string,
  notes: readonly AuditNote[],
  { actor, origin }: { actor: ActorRef; origin: Origin },
): Promise<void> {
  let { seq, head } = await tx.one<{ seq: number; head: string }>(
    sql`select audit_seq as seq, audit_head as head from contracts where id = ${contractId} for update`,
  )
  const at = clock.now().toISOString()
  const { ip, userAgent } = origin
  const added: AuditLink[] = []
  for (const { event, contentHash = null, data = {} } of notes) {
    const link = chain({ seq: seq + 1, at, actor, event, ip, userAgent, contentHash, data, prevHash: head })
    added.push(link)
    seq = link.seq
    head = link.entryHash
  }
  await tx.execute(sql`
    insert into contract_audit (contract_id, seq, entry, entry_hash)
    select ${contractId}, link.* from unnest(${added.map((link) => link.seq)}::int[],
      ${added.map(({ entry }) => entry)}::text[], ${added.map(({ entryHash }) => entryHash)}::text[]) as link`)
  await tx.execute(sql`update contracts set audit_seq = ${seq}, audit_head = ${head} where id = ${contractId}`)
}

const links = (db: Queryable, contractId: string): Promise<AuditLink[]> =>
  db.query<AuditLink>(sql`
    select seq, entry, entry_hash as "entryHash" from contract_audit where contract_id = ${contractId} order by seq`)

/** The trail, oldest first. Damaged entries are left out; `verifyTrail` reports them. */
export const listEntries = async (db: Queryable, contractId: string): Promise<ContractAuditEntry[]> =>
  (await links(db, contractId)).flatMap((link) => {
    const read = z.safeParse(ContractAuditEntry, toEntry(link))
    return read.success ? [read.data] : []
  })

/** Verifies the trail. Head and entries are read in one snapshot. */
export function verifyTrail({ db }: Pick<Deps, 'db'>, contractId: string): Promise<AuditVerdict> {
  return db.transaction(async (tx) => {
    const end = await tx.one<{ seq: number; head: string }>(
      sql`select audit_seq as seq, audit_head as head from contracts where id = ${contractId} for share`,
    )
    return verify(await links(tx, contractId), end)
  })
}
