import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney, toWords } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { AskButton } from '../ui/ask-button.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page, Waiting } from '../ui/page.tsx'

/** A dispute: both statements, proposals to settle, and how it ended. */
export function DisputePage({ id }: { id: string }): ReactNode {
  const { data: dispute, error } = useLoaded(id, () => call('getDispute', { params: { id } }))
  if (!dispute) return <Waiting error={error} />
  const { subject, status, statement, response, proposals, outcome, stage, amountInDispute, providerName } = dispute
  return (
    <Page title={`Dispute about ${subject.title}`} back={linkTo('work')} status={status}>
      <Card
        facts={[
          ['About', subject.label],
          ['With', providerName],
          ['Reason', toWords(dispute.reasonCode)],
          ['Amount', amountInDispute && formatMoney(amountInDispute)],
          ['This stage ends', stage.until && formatMoment(stage.until)],
        ]}
      />
      <Card title={dispute.openedBy === 'CUSTOMER' ? 'Your statement' : `What ${providerName} says`}>
        <p className="whitespace-pre-line">{statement}</p>
        {response && <p className="mt-3 border-l-2 border-line pl-3 whitespace-pre-line">{response.statement}</p>}
      </Card>
      {proposals.map((proposal) => {
        const params = { id, proposalId: proposal.id }
        return (
          <Card key={proposal.id} title={proposal.by === 'CUSTOMER' ? 'You proposed' : 'Proposal to settle'}>
            <p>{proposal.note}</p>
            {proposal.amountToProvider && (
              <p className="mt-1 text-muted">{formatMoney(proposal.amountToProvider)} go to the provider.</p>
            )}
            {proposal.isMineToAnswer ? (
              <div className="mt-3 flex gap-2">
                <Button onPress={() => call('acceptSettlement', { params, body: {} })}>Accept</Button>
                <Button variant="secondary" onPress={() => call('declineSettlement', { params, body: {} })}>
                  Decline
                </Button>
              </div>
            ) : (
              <p className="mt-2 text-muted">{toWords(proposal.status)}</p>
            )}
          </Card>
        )
      })}
      {outcome && <Card title="Outcome">{outcome.rationale}</Card>}
      {dispute.allowedActions.includes('respond') && (
        <AskButton
          variant="primary"
          title="Your side"
          label="What happened? At least 20 characters."
          onSend={(text) => call('respondToDispute', { params: { id }, body: { statement: text } })}
        >
          Reply
        </AskButton>
      )}
      {dispute.allowedActions.includes('withdraw') && (
        <Button variant="danger" onPress={() => call('withdrawDispute', { params: { id }, body: {} })}>
          Withdraw the dispute
        </Button>
      )}
    </Page>
  )
}
