import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatCalendarDate, formatDate, formatMoment, formatMoney, toWords } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { DisputeButton } from '../ui/dispute-button.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { Review } from '../ui/review.tsx'
import { ChangeOrder } from './change-order.tsx'
import { Attachment, ContractText, signatureFacts, type Contract } from './contract-text.tsx'
import { openConversation } from './provider.tsx'
import { Signing } from './signing.tsx'

/** A contract: read and signed, then its milestones. */
export function ContractPage({ id }: { id: string }): ReactNode {
  const { data: contract, error } = useLoaded(id, () => call('getContract', { params: { id } }))
  if (!contract) return <Waiting error={error} />
  const { title, status, provider, total, progress, signBy, signatures, milestones, amendments } = contract
  const { changesRequested, activatedAt, coolingOff, ended, allowedActions } = contract
  const mayWithdraw = allowedActions.includes('withdraw')
  const changes = (isToSign: boolean) =>
    amendments
      .filter((change) => change.allowedActions.includes('sign') === isToSign)
      .map((change) => <ChangeOrder key={change.id} contract={contract} change={change} />)
  return (
    <Page title={title} back={linkTo('work')} status={status}>
      <Card
        facts={[
          ['With', provider.name],
          ['Total', formatMoney(total)],
          ['Done', `${progress.percent}%`],
          ['Sign by', allowedActions.includes('sign') && signBy ? formatMoment(signBy) : null],
          ...signatureFacts(signatures),
          ['Ended', ended && `${formatDate(ended.at)}${ended.by === 'CUSTOMER' ? ', by you' : ''}`],
          ['For the work done', status === 'TERMINATED' ? formatMoney(progress.approvedAmount) : null],
          ['You can withdraw until', mayWithdraw && coolingOff ? formatMoment(coolingOff.until) : null],
        ]}
      />
      {changesRequested && status === 'CHANGES_REQUESTED' && (
        <Card title="You asked for changes">
          <p className="whitespace-pre-line">{changesRequested.note}</p>
        </Card>
      )}
      <Ending contract={contract} />
      {allowedActions.includes('sign') ? (
        // Consent is to one text.
        <Signing key={contract.contentHash} contract={contract} />
      ) : (
        <>
          {changes(true)}
          {milestones.map((milestone) => (
            <MilestoneCard key={milestone.id} contract={contract} milestone={milestone} isWorkDue={!ended} />
          ))}
          <Card title={activatedAt ? 'What was agreed' : 'The contract'}>
            <ContractText contract={contract} />
          </Card>
          {changes(false)}
        </>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        {status === 'COMPLETED' && <Review work={{ contractId: id }} updatedAt={contract.updatedAt} />}
        <Button variant="secondary" onPress={() => openConversation(provider.id)}>
          Message
        </Button>
        <DisputeButton type="CONTRACT" subject={contract} />
        {allowedActions.includes('request-changes') && (
          <PromptButton
            title="What should change?"
            onSend={(note) => call('requestContractChanges', { params: { id }, body: { note } })}
          >
            Ask for changes
          </PromptButton>
        )}
        {allowedActions.includes('decline') && (
          <PromptButton
            variant="danger"
            title="Decline the contract?"
            label="Why? At least 10 characters."
            onSend={(reason) => call('declineContract', { params: { id }, body: { reason } })}
          >
            Decline
          </PromptButton>
        )}
        {mayWithdraw && (
          <PromptButton
            variant="danger"
            title="Withdraw from the contract?"
            label="Note (optional)"
            onSend={(note) => call('withdrawFromContract', { params: { id }, body: { note } })}
          >
            Withdraw from the contract
          </PromptButton>
        )}
      </div>
    </Page>
  )
}

/** That one of the two wants to end the contract before all is done. */
function Ending({ contract }: { contract: Contract }): ReactNode {
  const { id, provider, termination, allowedActions } = contract
  if (termination?.status !== 'PROPOSED' && termination?.status !== 'CONTESTED') return null
  const { status, by, reasonCode, note, effectiveDate, settlement, settledTotal, answerBy, answerNote } = termination
  const isMine = by === 'CUSTOMER'
  const params = { id }
  return (
    <Card
      title={`${isMine ? 'You want' : `${provider.name} wants`} to end the contract`}
      facts={[
        ['Why', toWords(reasonCode)],
        ['On', formatCalendarDate(effectiveDate)],
        ...settlement.map((part) => [`${part.title}, ${part.percentDone}% done`, formatMoney(part.amount)] as const),
        ['Answer by', status === 'PROPOSED' ? formatMoment(answerBy) : null],
      ]}
    >
      {note && <p className="mt-3 whitespace-pre-line">{note}</p>}
      {answerNote && (
        <p className="mt-3 whitespace-pre-line">
          {isMine ? provider.name : 'You'}: {answerNote}
        </p>
      )}
      {status === 'CONTESTED' && <p className="mt-3 text-muted">Doorstep decides, unless you both agree before.</p>}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {allowedActions.includes('accept-termination') && (
          <ConfirmButton
            title="End the contract?"
            text={`You pay ${formatMoney(settledTotal)} for the open milestones.`}
            confirm="End the contract"
            onConfirm={() => call('acceptTermination', { params, body: {} })}
          >
            Agree to end
          </ConfirmButton>
        )}
        {allowedActions.includes('contest-termination') && (
          <PromptButton
            title="Object to ending the contract?"
            label="Why?"
            onSend={(text) => call('contestTermination', { params, body: { note: text } })}
          >
            Object
          </PromptButton>
        )}
      </div>
    </Card>
  )
}

type MilestoneProps = { contract: Contract; milestone: Contract['milestones'][number]; isWorkDue: boolean }

/** A part of the work, which the customer approves and then pays. */
function MilestoneCard({ contract, milestone, isWorkDue }: MilestoneProps): ReactNode {
  const { id: milestoneId, title, amount, status, note, dueDate, invoiceId, disputeId, allowedActions } = milestone
  const { settled, evidenceIds, autoApproveAt, changes } = milestone
  const missing = status === 'CHANGES_REQUESTED' && changes.at(-1)
  const params = { id: contract.id, milestoneId }
  return (
    <Card>
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {(isWorkDue || status !== 'PENDING') && (
          <Chip status={disputeId ? 'DISPUTED' : status === 'PENDING' ? 'NOT_STARTED' : status} />
        )}
      </div>
      <p className="mt-1 text-muted">
        {settled && `${formatMoney(settled.amount)} of `}
        {formatMoney(amount)}
        {settled && ` · ${settled.percentDone}% done`}
        {dueDate && ` · until ${formatCalendarDate(dueDate)}`}
      </p>
      {note && <p className="mt-2 whitespace-pre-line border-l-2 border-line pl-3">{note}</p>}
      {contract.files
        .filter((file) => evidenceIds.includes(file.id))
        .map((file) => (
          <Attachment key={file.id} {...file} />
        ))}
      {missing && <p className="mt-2 whitespace-pre-line">You: {missing.note}</p>}
      {status === 'SUBMITTED' && autoApproveAt && (
        <p className="mt-2 text-muted">Without an answer it counts as approved on {formatMoment(autoApproveAt)}.</p>
      )}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {allowedActions.includes('approve') && (
          <Button onPress={() => call('approveMilestone', { params, body: {} })}>Approve</Button>
        )}
        {invoiceId && (
          <ButtonLink href={linkTo('invoices', invoiceId)} variant={status === 'APPROVED' ? 'primary' : 'secondary'}>
            {status === 'PAID' ? 'View invoice' : 'Pay'}
          </ButtonLink>
        )}
        {allowedActions.includes('request-changes') && (
          <PromptButton
            title={`What is missing in “${title}”?`}
            onSend={(note) => call('requestMilestoneChanges', { params, body: { note } })}
          >
            Not yet
          </PromptButton>
        )}
        <DisputeButton type="MILESTONE" subject={milestone} />
      </div>
    </Card>
  )
}
