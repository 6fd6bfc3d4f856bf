import type { ReactNode } from 'react'
import { openMarketplaceDispute } from '@fettle/protocol/marketplace/calls'
import { call } from '../lib/api.ts'
import { goTo } from '../lib/route.ts'
import { AskButton } from './ask-sheet.tsx'

const reasons = {
  QUALITY: 'The work is not good',
  INCOMPLETE: 'The work is not finished',
  DAMAGE: 'Something was damaged',
  PRICE: 'The price is not as agreed',
  OTHER: 'Something else',
}

/** Opens a dispute about a job or a milestone. */
export function DisputeButton({ type, id }: { type: 'BOOKING' | 'MILESTONE'; id: string }): ReactNode {
  const open = async (statement: string, reason: string) => {
    const body = { subject: { type, id }, statement, reasonCode: reason as keyof typeof reasons }
    goTo('disputes', (await call(openMarketplaceDispute, { body })).id)
  }
  return (
    <AskButton
      look="danger"
      title="Open a dispute"
      label="What happened? At least 20 characters."
      reasons={reasons}
      onSend={open}
    >
      Open a dispute
    </AskButton>
  )
}
