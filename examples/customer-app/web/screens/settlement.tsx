import type { Result } from '@fettle/protocol'
import { useState, type ReactNode } from 'react'
import type { Operations } from '../../src/operations.ts'
import { call } from '../lib/api.ts'
import { formatMoney, parseAmount } from '../lib/format.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { TextField } from '../ui/field.tsx'
import { SheetButton } from '../ui/sheet.tsx'

export type Dispute = Result<Operations['getDispute']>

const answers = {
  PENDING: 'Not answered yet',
  ACCEPTED: 'Accepted',
  DECLINED: 'Declined',
  SUPERSEDED: 'Replaced',
  LAPSED: 'Not answered in time',
}

/** The proposals to settle a dispute, newest first. The customer answers those of the provider. */
export function Proposals({ dispute }: { dispute: Dispute }): ReactNode {
  const { id, subject, proposals, amountInDispute, providerName } = dispute
  const end = subject.type === 'REVIEW' ? 'The dispute ends, and your review is hidden.' : 'The dispute ends.'
  return proposals.toReversed().map(({ amountToProvider, ...proposal }) => {
    const params = { id, proposalId: proposal.id }
    const part = amountToProvider && `${providerName} gets ${formatMoney(amountToProvider)}`
    return (
      <Card key={proposal.id} title={`${proposal.by === 'CUSTOMER' ? 'You' : providerName} proposed`}>
        {part && (
          <p className="font-semibold">
            {part} of {amountInDispute && formatMoney(amountInDispute)}.
          </p>
        )}
        <p className="whitespace-pre-line">{proposal.note}</p>
        {proposal.isMineToAnswer ? (
          <div className="mt-3 flex flex-wrap gap-2">
            <ConfirmButton
              title="Accept this proposal?"
              text={part ? `The dispute ends, and ${part}.` : end}
              confirm="Settle the dispute"
              onConfirm={() => call('acceptSettlement', { params, body: {} })}
            >
              Accept
            </ConfirmButton>
            <PromptButton
              title="Decline this proposal?"
              label="Why? (optional)"
              onSend={(note) => call('declineSettlement', { params, body: { note } })}
            >
              Decline
            </PromptButton>
          </div>
        ) : (
          <p className="mt-2 text-muted">{answers[proposal.status]}</p>
        )}
      </Card>
    )
  })
}

/** Proposes how to settle a dispute. It replaces what was proposed before. */
export function ProposeButton({ dispute }: { dispute: Dispute }): ReactNode {
  const { id, amountInDispute: disputed, providerName, proposalsLeft } = dispute
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const amountToProvider = disputed && parseAmount(amount, disputed.currency)
  const propose = async (close: () => void) => {
    const body = { note, ...(amountToProvider !== null && { amountToProvider }) }
    await call('proposeSettlement', { params: { id }, body })
    setNote('')
    close()
  }
  return (
    <SheetButton
      variant="secondary"
      title="Propose a settlement"
      content={(close) => (
        <>
          <p>
            If {providerName} accepts, the dispute is settled. Proposals left: {proposalsLeft}.
          </p>
          {disputed && (
            <TextField
              label={`${providerName} gets, of ${formatMoney(disputed)}`}
              inputMode="decimal"
              value={amount}
              onChange={setAmount}
            />
          )}
          <TextField isLong label="Why is that fair?" value={note} onChange={setNote} />
          <Button isDisabled={Number.isNaN(amountToProvider)} onPress={() => propose(close)}>
            Send proposal
          </Button>
        </>
      )}
    >
      Propose a settlement
    </SheetButton>
  )
}
