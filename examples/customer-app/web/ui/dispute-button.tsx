import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { goTo, linkTo } from '../lib/route.ts'
import { AskButton } from './ask-button.tsx'
import { ButtonLink } from './button.tsx'

const reasons = {
  QUALITY: 'The work is not good',
  INCOMPLETE: 'The work is not finished',
  DAMAGE: 'Something was damaged',
  PRICE: 'The price is not as agreed',
  OTHER: 'Something else',
}

interface DisputeProps {
  type: 'BOOKING' | 'CONTRACT' | 'MILESTONE'
  subject: { id: string; disputeId: string | null; allowedActions: readonly string[] }
}

/** Leads to the dispute about a job, a contract or a milestone, or opens one. */
export function DisputeButton({ type, subject: { id, disputeId, allowedActions } }: DisputeProps): ReactNode {
  if (disputeId)
    return (
      <ButtonLink href={linkTo('disputes', disputeId)} variant="secondary">
        View the dispute
      </ButtonLink>
    )
  if (!allowedActions.includes('dispute')) return null
  const open = async (statement: string, reasonCode: keyof typeof reasons) => {
    const dispute = await call('openDispute', { body: { subject: { type, id }, statement, reasonCode } })
    goTo('disputes', dispute.id)
  }
  const title = 'Open a dispute'
  return (
    <AskButton {...{ title, reasons }} variant="danger" label="What happened? At least 20 characters." onSend={open}>
      {title}
    </AskButton>
  )
}
