import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatCalendarDate, formatMoment, formatMoney, toWords } from '../lib/format.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { Attachment, signatureFacts, type Contract } from './contract-text.tsx'
import { SignCards } from './signing.tsx'

type Change = Contract['amendments'][number]
type ChangeProps = { contract: Contract; change: Change }

/** A change of the running contract, which the customer signs if the provider made it. */
export function ChangeOrder({ contract, change }: ChangeProps): ReactNode {
  const { number, title, status, contentHash, allowedActions } = change
  const params = { id: contract.id, amendmentId: change.id }
  const heading = `${number}: ${title}`
  const text = <ChangeText contract={contract} change={change} />
  if (!allowedActions.includes('sign'))
    return (
      <Card>
        <div className="mb-3 flex items-start justify-between gap-3">
          <h2 className="font-semibold">{heading}</h2>
          <Chip status={status} />
        </div>
        {text}
      </Card>
    )
  return (
    <>
      <SignCards
        {...{ contractId: contract.id, contentHash, signAs: contract.signAs, text }}
        document="CHANGE_ORDER"
        title={heading}
        end={`End of ${number}.`}
        button={`Sign ${number}`}
        onSign={(signature) => call('signAmendment', { params, body: { signature } })}
      />
      {allowedActions.includes('decline') && (
        <PromptButton
          title="Decline this change?"
          label="Note (optional)"
          onSend={(note) => call('declineAmendment', { params, body: { note } })}
        >
          Decline {number}
        </PromptButton>
      )}
    </>
  )
}

function ChangeText({ contract: { currency, total, milestones, files }, change }: ChangeProps): ReactNode {
  const { status, reason, description, lines, milestoneChanges, scheduleImpactDays: days, photoIds } = change
  const { expiresAt, signatures, allowedActions } = change
  const moneyOf = (amount: number) => formatMoney({ amount, currency })
  const titleOf = (id: string) => milestones.find((milestone) => milestone.id === id)?.title ?? 'Milestone'
  const plan = milestoneChanges.map((part): [string, string] => {
    if (part.kind === 'REMOVE') return [titleOf(part.milestoneId), 'removed']
    const { title, amount, dueDate } = part
    const terms = [
      part.kind === 'CHANGE' && title,
      amount !== undefined && moneyOf(amount),
      dueDate && `until ${formatCalendarDate(dueDate)}`,
      dueDate === null && part.kind === 'CHANGE' && 'no date',
    ]
    const name = part.kind === 'ADD' ? `New: ${part.title}` : titleOf(part.milestoneId)
    return [name, terms.filter(Boolean).join(', ')]
  })
  return (
    <>
      <Facts
        facts={[
          ['Why', toWords(reason)],
          ...lines.map((line): [string, string] => [line.description, moneyOf(line.amount)]),
          ...plan,
          ['Days added', days === 0 ? null : String(days)],
          ['Change of the total', moneyOf(change.total.amount)],
          ['Total after it', status === 'PENDING' ? moneyOf(total.amount + change.total.amount) : null],
          ['Sign by', allowedActions.includes('sign') && expiresAt ? formatMoment(expiresAt) : null],
          ...signatureFacts(signatures),
        ]}
      />
      {description && <p className="mt-3 whitespace-pre-line text-muted">{description}</p>}
      {files
        .filter(({ id }) => photoIds.includes(id))
        .map((file) => (
          <Attachment key={file.id} {...file} />
        ))}
    </>
  )
}
