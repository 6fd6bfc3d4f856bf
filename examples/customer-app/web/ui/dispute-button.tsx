import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { toWords } from '../lib/format.ts'
import { goTo, linkTo } from '../lib/route.ts'
import { PromptButton } from './prompt-button.tsx'
import { ButtonLink } from './button.tsx'

const reasonsOfWork = {
  QUALITY: 'The work is not good',
  INCOMPLETE: 'The work is not finished',
  DAMAGE: 'Something was damaged',
  PRICE: 'The price is not as agreed',
  OTHER: 'Something else',
}

/** Where no work was done, and at most a fee is charged. */
const reasonsOfFee = {
  FEE: 'The fee is not right',
  NO_SHOW: 'I was there',
  OTHER: 'Something else',
}

/** A reason as the customer chose it. Others come from providers. */
export const reasonText = (code: string): string =>
  new Map(Object.entries<string>({ ...reasonsOfWork, ...reasonsOfFee })).get(code) ?? toWords(code)

type Reason = keyof typeof reasonsOfWork | keyof typeof reasonsOfFee

interface DisputeProps {
  type: 'BOOKING' | 'CONTRACT' | 'MILESTONE'
  subject: { id: string; status: string; disputeId: string | null; allowedActions: readonly string[] }
}

/** Leads to the dispute about a job, a contract or a milestone, or opens one. */
export function DisputeButton({ type, subject }: DisputeProps): ReactNode {
  const { id, status, disputeId, allowedActions } = subject
  if (disputeId)
    return (
      <ButtonLink href={linkTo('disputes', disputeId)} variant="secondary">
        View the dispute
      </ButtonLink>
    )
  if (!allowedActions.includes('dispute')) return null
  const open = async (statement: string, reasonCode: Reason) => {
    const dispute = await call('openDispute', { body: { subject: { type, id }, statement, reasonCode } })
    goTo('disputes', dispute.id)
  }
  const title = 'Open a dispute'
  const reasons = status === 'CANCELLED' || status === 'NO_SHOW' ? reasonsOfFee : reasonsOfWork
  return (
    <PromptButton<Reason>
      {...{ title, reasons }}
      variant="danger"
      label="What happened? At least 20 characters."
      onSend={open}
    >
      {title}
    </PromptButton>
  )
}
