import type { ReactNode } from 'react'
import { toWords } from '../lib/format.ts'

const tones = {
  'bg-warn-soft text-warn':
    'TO_ANSWER AWAITING_CONFIRMATION SENT VIEWED PENDING_SIGNATURES SUBMITTED ISSUED PARTIALLY_PAID CHANGES_REQUESTED',
  'bg-bad-soft text-bad': 'DISPUTED DECLINED PASSED CANCELLED EXPIRED NO_SHOW VOID VOIDED TERMINATED',
  'bg-good-soft text-good': 'CONFIRMED COMPLETED ACTIVE ACCEPTED CONVERTED APPROVED PAID RESOLVED',
}

/** Words of the customer's side, where the state's own name is not enough. */
const words: Record<string, string> = {
  REQUESTED: 'Waiting for an answer',
  TO_ANSWER: 'Please answer',
  AWAITING_CONFIRMATION: 'Please confirm',
  SENT: 'New quote',
  VIEWED: 'Waiting for you',
  CONVERTED: 'Accepted',
  PENDING_SIGNATURES: 'Please sign',
  ISSUED: 'To pay',
  SUBMITTED: 'Please approve',
  EN_ROUTE: 'On the way',
  PASSED: 'Turned down',
}

/** The state of a job: a request may wait for the customer themselves. */
export const jobState = ({ status, awaitingParty }: { status: string; awaitingParty?: string | null }): string =>
  status === 'REQUESTED' && awaitingParty === 'CUSTOMER' ? 'TO_ANSWER' : status

/** The state of something. */
export function Chip({ status }: { status: string }): ReactNode {
  const [tone = 'bg-soft text-accent'] =
    Object.entries(tones).find(([, states]) => states.split(' ').includes(status)) ?? []
  return (
    <span className={`${tone} inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap`}>
      {words[status] ?? toWords(status)}
    </span>
  )
}
