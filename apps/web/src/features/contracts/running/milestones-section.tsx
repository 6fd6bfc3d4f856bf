import { startMilestone } from '@fettle/protocol/contracts/calls'
import type { Milestone } from '@fettle/protocol/contracts/parts'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { agoText } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FieldError } from '../../../ui/forms/field.tsx'
import { ContractChip } from '../../../shared/cards/contract-chip.tsx'
import { DisputeEntry } from '../../../shared/disputes/dispute-entry.tsx'
import { isRunning } from '../list/contract-tabs.ts'
import { useContractAction } from '../use-contract-action.ts'
import { dayText, dueDay } from '../labels.ts'
import type { ContractSheetProps } from '../sheets/sheets.types.ts'

type Props = Pick<ContractSheetProps, 'contract' | 'now' | 'onOpen'>

/** Milestones of a contract: start, submission with evidence, answer and payment. */
export function MilestonesSection(props: Props) {
  const { contract } = props
  const { approved, milestones } = contract.progress
  return (
    <Section
      title={<Trans>Milestones</Trans>}
      description={
        <Trans>
          {approved} of {milestones} approved
        </Trans>
      }
    >
      <ol className="grid gap-3">
        {contract.milestones.map((milestone) => (
          <li key={milestone.id}>
            <MilestoneCard {...props} milestone={milestone} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function MilestoneCard({ contract, milestone, now, onOpen }: Props & { milestone: Milestone }) {
  const action = useContractAction(contract)
  const isConnected = useConnection()
  const start = async () => {
    const started = await action.run(startMilestone, {
      params: { milestoneId: milestone.id },
      body: { version: contract.version },
    })
    if (started) toast.success(t`Milestone started`)
  }
  const { id, order, title, description, amount, dueDate, status, allowedActions, settled } = milestone
  const isLate = dueDate !== null && isRunning(contract) && !isOver(status) && dueDay(dueDate, now).isOver
  const due = status !== 'CANCELLED' && dueDate && dayText(dueDate)
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-semibold wrap-anywhere">
          <span className="me-0.5 text-text-muted tabular-nums">{order}.</span> {title}
        </h3>
        <p className="shrink-0 font-semibold tabular-nums">{moneyText(amount)}</p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <ContractChip state={status} milestone />
        {due && (
          <span className={isLate ? 'font-semibold text-danger' : 'text-text-muted'}>
            {isLate ? <Trans>was due {due}</Trans> : <Trans>due {due}</Trans>}
          </span>
        )}
        {settled && (
          <span className="tabular-nums">
            <Trans>
              settled at {settled.percentDone}%: {moneyText(settled.amount)}
            </Trans>
          </span>
        )}
      </p>
      {description && (
        <p dir="auto" className="text-sm whitespace-pre-line text-text-muted wrap-anywhere">
          {description}
        </p>
      )}
      <Answers contract={contract} milestone={milestone} now={now} />
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {allowedActions.includes('start') && (
          <Button
            size="sm"
            variant="secondary"
            busy={action.busy}
            disabled={!isConnected}
            aria-label={t`Start: ${title}`}
            onClick={() => void start()}
          >
            <Trans>Start</Trans>
          </Button>
        )}
        {allowedActions.includes('submit') && (
          <Button
            size="sm"
            variant="secondary"
            disabled={!isConnected}
            aria-label={t`Submit: ${title}`}
            onClick={() => onOpen('submit', id)}
          >
            <Trans>Submit</Trans>
          </Button>
        )}
        {milestone.invoiceId && (
          <Link
            to={paths.invoice(milestone.invoiceId)}
            className="inline-flex min-h-9 items-center text-sm font-semibold underline pointer-coarse:min-h-11"
          >
            <Trans>View invoice</Trans>
          </Link>
        )}
        {(milestone.disputeId !== null || allowedActions.includes('dispute')) && (
          <DisputeEntry
            subject={{ type: 'MILESTONE', id }}
            mayOpen={allowedActions.includes('dispute')}
            disputeId={milestone.disputeId}
            name={title}
          />
        )}
      </div>
      {action.error && <FieldError>{errorText(action.error, t`We couldn't start it. Try again.`)}</FieldError>}
    </Card>
  )
}

const isOver = (status: Milestone['status']): boolean => ['APPROVED', 'PAID', 'CANCELLED'].includes(status)

/** A milestone's submissions and the customer's answers. */
function Answers({
  contract,
  milestone,
  now,
}: {
  contract: Pick<ContractDetails, 'files' | 'customer' | 'status'>
  milestone: Milestone
  now: Date
}) {
  const { note, submittedAt, autoApproveAt, evidenceIds, changes, changesLeft, status, approvedAt, settled } = milestone
  // No reminders while the contract is on hold or the milestone is disputed.
  const isWaiting = contract.status === 'ACTIVE' && milestone.disputeId === null
  const name = contract.customer.name
  return (
    <>
      {note && (
        <div className="grid gap-2 rounded-control bg-surface-sunken p-3 text-sm">
          {submittedAt && (
            <p className="text-text-muted">
              <Trans>You submitted it {agoText(submittedAt, now)}</Trans>
            </p>
          )}
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {note}
          </p>
          {evidenceIds.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {evidenceIds.map((id, index) => {
                const number = index + 1
                const file = contract.files.find((each) => each.id === id)
                return (
                  file && (
                    <li key={id}>
                      <a href={file.url} target="_blank" rel="noreferrer" className="block">
                        {file.mime.startsWith('image/') ? (
                          <img
                            src={file.url}
                            alt={t`Photo ${number}`}
                            loading="lazy"
                            className="size-20 rounded-control border border-line object-cover"
                          />
                        ) : (
                          <span className="inline-flex min-h-9 items-center gap-1.5 underline">
                            <Paperclip size={16} aria-hidden="true" />
                            {file.name}
                          </span>
                        )}
                      </a>
                    </li>
                  )
                )
              })}
            </ul>
          )}
        </div>
      )}
      {status === 'SUBMITTED' && autoApproveAt && !isWaiting && (
        <p className="text-sm">
          <Trans>Waiting for {name}. The time to reply is paused.</Trans>
        </p>
      )}
      {status === 'SUBMITTED' && autoApproveAt && isWaiting && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
          <Trans>Waiting for {name}. Approved automatically if they don't reply.</Trans>
          <Countdown until={autoApproveAt} over={t`Time is up`} />
        </p>
      )}
      {changes.length > 0 && !approvedAt && (
        <div className="grid gap-1 border-s-4 border-warning ps-3 text-sm">
          <p className="font-semibold">
            <Trans>{name} asked for changes</Trans>
          </p>
          {changes.map((change) => (
            <p key={change.at} className="whitespace-pre-line wrap-anywhere">
              <bdi>{change.note}</bdi> <span className="text-text-muted">{agoText(change.at, now)}</span>
            </p>
          ))}
          <p className="text-text-muted">
            <Plural
              value={changesLeft}
              _0="They can't send it back again."
              one="They can send it back # more time."
              other="They can send it back # more times."
            />
          </p>
        </div>
      )}
      {approvedAt && !settled && (
        <p className="text-sm text-success">
          {milestone.approvedBySystem ? (
            <Trans>Approved automatically {agoText(approvedAt, now)}</Trans>
          ) : (
            <Trans>
              {name} approved it {agoText(approvedAt, now)}
            </Trans>
          )}
        </p>
      )}
    </>
  )
}
