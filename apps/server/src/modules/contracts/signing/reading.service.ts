import { actorOf } from '../../../platform/acting-party.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { isSeenBy } from '../amendments/amendments.rules.ts'
import { append, type AuditNote } from '../history/audit.store.ts'
import { lockOwnContract, type ContractPerson } from '../contract.access.ts'
import { isOver } from '../lifecycle/guards.rules.ts'
import * as parts from '../milestones/contract-parts.store.ts'
import type { Contract } from '../contract.types.ts'
import { textOf } from '../history/versions.service.ts'

/**
 * Records that a person opened a text and reached its end, once each. The caller passes the hash of what they read. The
 * contract itself is not changed.
 */
export function recordReading(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  person: ContractPerson,
  id: string,
  { contentHash, toEnd }: { contentHash: string; toEnd: boolean },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const contract = await lockOwnContract(tx, person, id)
    const now = deps.clock.now()
    if (person.role === 'CUSTOMER' && (contract.status === 'EXPIRED' || isOver(contract, now))) {
      throw new AppError('SIGN_LINK_EXPIRED')
    }
    const text = await findText(deps, tx, contract, person, contentHash)
    const before = await parts.findReading(tx, id, { personId: person.id, contentHash })
    const after = {
      openedAt: before.openedAt ?? now,
      readToEndAt: before.readToEndAt ?? (toEnd ? now : null),
    }
    if (before.openedAt && before.readToEndAt?.getTime() === after.readToEndAt?.getTime()) return
    await parts.putReading(tx, id, { personId: person.id, contentHash }, after)
    const notes: AuditNote[] = []
    if (!before.openedAt) notes.push({ event: 'OPENED', contentHash, data: text })
    if (!before.readToEndAt && toEnd) notes.push({ event: 'READ_TO_END', contentHash, data: text })
    await append(deps, tx, id, notes, { actor: actorOf(person), origin: person.origin })
  })
}

/** The text of a hash: the contract's current text, or a change order's. */
async function findText(
  deps: Pick<Deps, 'settings'>,
  tx: Tx,
  contract: Contract,
  person: ContractPerson,
  contentHash: string,
): Promise<Record<string, unknown>> {
  const { document, contentHash: current } = await textOf(deps, tx, contract)
  if (current === contentHash) return { versionNumber: document.number }
  const amendment = contract.amendments.find((each) => each.contentHash === contentHash && isSeenBy(each, person.role))
  if (!amendment) throw new AppError('VERSION_SUPERSEDED', { n: document.number })
  return { amendmentId: amendment.id }
}
