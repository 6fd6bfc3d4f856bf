import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatMoment, formatMoney, toWords } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { PromptButton } from '../ui/prompt-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { reasonText } from '../ui/dispute-button.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { Evidence } from './evidence.tsx'
import { Proposals, ProposeButton, type Dispute } from './settlement.tsx'

/** A dispute: how it ended, proposals to settle it, both statements and the evidence. */
export function DisputePage({ id }: { id: string }): ReactNode {
  const { data: dispute, error } = useLoaded(id, () => call('getDispute', { params: { id } }))
  if (!dispute) return <Waiting error={error} />
  const { subject, status, statement, desiredOutcome, response, outcome, appeal, stage, amountInDispute } = dispute
  const { providerName } = dispute
  const names = { CUSTOMER: 'You', PROVIDER: providerName, OPERATOR: 'Doorstep' }
  const [opener, other] = dispute.openedBy === 'CUSTOMER' ? ['You', providerName] : [providerName, 'You']
  return (
    <Page title={`Dispute about ${subject.title}`} back={linkTo('work')} status={status}>
      <Card
        facts={[
          ['About', subject.label],
          ['With', providerName],
          ['Reason', dispute.openedBy === 'CUSTOMER' ? reasonText(dispute.reasonCode) : toWords(dispute.reasonCode)],
          ['Amount', amountInDispute && formatMoney(amountInDispute)],
          [
            'Waiting for',
            stage.awaiting
              .toReversed()
              .map((who) => names[who])
              .join(' and '),
          ],
          [status === 'RESOLVED' ? 'Appeals are possible until' : 'Until', stage.until && formatMoment(stage.until)],
        ]}
      />
      {outcome && <Decision outcome={outcome} providerName={providerName} />}
      {appeal && (
        <>
          <Card title={`${appeal.by === 'CUSTOMER' ? 'You' : providerName} appealed`}>
            <p className="whitespace-pre-line">{appeal.note}</p>
          </Card>
          <Decision outcome={appeal.outcome} providerName={providerName} isAppealed />
        </>
      )}
      <Proposals dispute={dispute} />
      <Card title={`${opener} said`}>
        <p className="whitespace-pre-line">{statement}</p>
        {desiredOutcome && <p className="mt-2 text-muted">Wanted: {desiredOutcome}</p>}
      </Card>
      {response && (
        <Card title={`${other} said`}>
          <p className="whitespace-pre-line">{response.statement}</p>
        </Card>
      )}
      <Evidence dispute={dispute} />
      <Actions dispute={dispute} />
    </Page>
  )
}

type DecisionProps = { outcome: NonNullable<Dispute['outcome']>; providerName: string; isAppealed?: boolean }

const deciders = { AGREEMENT: 'You agreed', OPERATOR: 'Doorstep decided', DEFAULT: 'Nothing was decided in time' }

/** How a dispute ended. A decision takes effect when it cannot be appealed any more. */
function Decision({ outcome, providerName, isAppealed = false }: DecisionProps): ReactNode {
  const { by, amountToProvider, attribution, rationale, appealUntil, effectiveAt } = outcome
  const names = { CUSTOMER: 'You', PROVIDER: providerName, NEUTRAL: 'Neither of you' }
  const startsAt = effectiveAt ?? appealUntil
  return (
    <Card
      title={isAppealed ? 'The decision before the appeal' : deciders[by]}
      facts={[
        [`${providerName} gets`, amountToProvider && formatMoney(amountToProvider)],
        ['Responsible', attribution && names[attribution]],
        [effectiveAt ? 'Took effect' : 'Takes effect', isAppealed || !startsAt ? null : formatMoment(startsAt)],
      ]}
    >
      <p className="mt-3 whitespace-pre-line">{rationale}</p>
    </Card>
  )
}

/** Where the subject of a dispute is shown. */
function pageOf({ bookingId, contractId, invoiceId }: Dispute['subject']): [words: string, href: string] | undefined {
  if (invoiceId) return ['View the invoice', linkTo('invoices', invoiceId)]
  if (bookingId) return ['View the job', linkTo('bookings', bookingId)]
  if (contractId) return ['View the contract', linkTo('contracts', contractId)]
  return undefined
}

function Actions({ dispute }: { dispute: Dispute }): ReactNode {
  const { id, allowedActions, subject } = dispute
  const params = { id }
  const [words, href] = pageOf(subject) ?? []
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {allowedActions.includes('respond') && (
        <PromptButton
          variant="primary"
          title="Your side"
          label="What happened? At least 20 characters."
          onSend={(text) => call('respondToDispute', { params, body: { statement: text } })}
        >
          Reply
        </PromptButton>
      )}
      {allowedActions.includes('propose') && <ProposeButton dispute={dispute} />}
      {allowedActions.includes('appeal') && (
        <PromptButton
          title="Appeal the decision"
          label="Why? At least 20 characters. The next decision is final."
          onSend={(note) => call('appealDispute', { params, body: { note } })}
        >
          Appeal the decision
        </PromptButton>
      )}
      {href && (
        <ButtonLink href={href} variant="secondary">
          {words}
        </ButtonLink>
      )}
      {allowedActions.includes('withdraw') && (
        <ConfirmButton
          variant="danger"
          title="Withdraw the dispute?"
          text="It ends, and everything continues as before."
          confirm="Withdraw it"
          onConfirm={() => call('withdrawDispute', { params, body: {} })}
        >
          Withdraw the dispute
        </ConfirmButton>
      )}
    </div>
  )
}
