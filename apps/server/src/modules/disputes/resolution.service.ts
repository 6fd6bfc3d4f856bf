import { storeText } from '../../platform/locale/messages.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Dispute } from './dispute.rules.ts'
import { releaseMoney, clawBackMoney } from './money/dispute-money.service.ts'
import type { DisputeResolution, DisputeSubjectDeps, SubjectTable } from './subjects/subjects.ts'

/** The resolution for the subject, in the transaction in which it takes effect. Withdrawn or not decided: as before. */
function toResolution(
  { status, outcome, amount, settlement }: Dispute,
  undone: readonly string[] = [],
): DisputeResolution {
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
    reason: storeText({ code: outcome?.by === 'AGREEMENT' ? 'credit.dispute-agreed' : 'credit.dispute-decided' }),
  }
}

/** Applies a resolution: moves the money and continues the subject. */
export async function resolveSubject(
  deps: DisputeSubjectDeps,
  tx: Tx,
  subjects: SubjectTable,
  dispute: Dispute,
): Promise<void> {
  const handler = subjects[dispute.subject.type]
  if (!handler) throw new Error(`No settlement is registered for disputes about a ${dispute.subject.type}.`)
  const ending = toResolution(dispute, handler.reversedStatuses)
  // Read before the subject changes its value.
  const claims = await handler.claims(deps, tx, dispute)
  await releaseMoney(deps, tx, dispute)
  await handler.resolve(deps, tx, dispute, ending)
  await clawBackMoney(deps, tx, dispute, claims, ending)
}
