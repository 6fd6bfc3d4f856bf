import type { Tx } from '../../platform/db.ts'
import type { Dispute } from './disputes.rules.ts'
import { releaseMoney, takeMoneyBack } from './disputes.money.ts'
import type { Ending, DisputeSubjectDeps, SubjectTable } from './subjects/subjects.ts'

/** What a dispute comes to for what it was about, in the transaction in which it takes effect. */

/** Taken back, or not decided: as before. Otherwise as it was agreed on or decided. */
export function endingOf({ status, outcome, amount, settlement }: Dispute, undone: readonly string[] = []): Ending {
  const isWithdrawn = status === 'WITHDRAWN'
  const isRestored = isWithdrawn || outcome?.by === 'DEFAULT'
  const toProvider = outcome?.amountToProvider?.amount ?? null
  const isUndone = outcome?.subjectStatus != null && undone.includes(outcome.subjectStatus)
  const reduces = !isRestored && !isUndone && amount !== null && toProvider !== null
  return {
    isRestored,
    isWithdrawn,
    isAgreed: outcome?.by === 'AGREEMENT',
    toProvider,
    reduction: reduces ? amount - toProvider : 0,
    attribution: isWithdrawn ? null : (outcome?.attribution ?? null),
    subjectStatus: outcome?.subjectStatus ?? null,
    settlement: settlement ?? [],
    reason: outcome?.by === 'AGREEMENT' ? 'As the two agreed in a dispute.' : 'As it was decided in a dispute.',
  }
}

/** The money moves, and the subject goes on. */
export async function settle(
  tx: Tx,
  deps: DisputeSubjectDeps,
  subjects: SubjectTable,
  dispute: Dispute,
): Promise<void> {
  const handler = subjects[dispute.subject.type]
  if (!handler) throw new Error(`Nobody settles disputes about a ${dispute.subject.type}.`)
  const ending = endingOf(dispute, handler.undone)
  // Before the subject changes what it is worth.
  const claims = await handler.claims(tx, deps, dispute)
  await releaseMoney(tx, deps, dispute)
  await handler.settle(tx, deps, dispute, ending)
  await takeMoneyBack(tx, deps, dispute, claims, ending)
}
