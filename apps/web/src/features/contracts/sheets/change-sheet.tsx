import { declineAmendment, sendAmendment, signAmendment, withdrawAmendment } from '@fettle/protocol/contracts/calls'
import type { Amendment } from '@fettle/protocol/contracts/parts'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { moneyText, signedMoneyText } from '../../../lib/format/money.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { NoteField } from '../../../shared/forms/form-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { Chip, StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SignPanel } from '../sign/sign-panel.tsx'
import { useReadingProgress } from '../sign/use-reading-progress.ts'
import { useSign } from '../sign/use-sign.ts'
import { useContractAction } from '../use-contract-action.ts'
import { changeReasonLabel, dayText } from '../labels.ts'
import type { ContractSheetProps } from './sheets.types.ts'
import { decimalText } from '../../../lib/format/decimal-text.ts'
import { itemsText } from '../../../lib/format/items-text.ts'

/** Shows a change order to sign, send, decline or withdraw. */
export function ChangeSheet({ contract, id, onOpen, onClose }: ContractSheetProps) {
  const amendment = contract.amendments.find((each) => each.id === id)
  if (!amendment) return null
  return <LoadedAmendment contract={contract} amendment={amendment} onOpen={onOpen} onClose={onClose} />
}

type Props = Pick<ContractSheetProps, 'contract' | 'onOpen' | 'onClose'> & { amendment: Amendment }

function LoadedAmendment({ contract, amendment, onOpen, onClose }: Props) {
  const { number, title, status, allowedActions, contentHash, id } = amendment
  const may = (action: (typeof allowedActions)[number]) => allowedActions.includes(action)
  const signs = may('send') ? sendAmendment : may('sign') ? signAmendment : undefined
  const { end, ...reading } = useReadingProgress(contract.id, contentHash, signs === undefined)
  const { sign, busy, error, dialog } = useSign(contract)
  const action = useContractAction(contract)
  const isConnected = useConnection()
  const [declining, setDeclining] = useState(false)
  const [note, setNote] = useState('')
  const answer = async (operation: typeof declineAmendment | typeof withdrawAmendment, body = {}) => {
    const result = await action.run(operation, {
      params: { amendmentId: id },
      body: { version: contract.version, ...body },
    })
    if (result === undefined) return
    onClose()
    toast.success(operation === withdrawAmendment ? t`Withdrawn` : t`Declined`)
  }
  return (
    <>
      <Dialog
        kind="panel"
        onClose={onClose}
        title={
          <>
            {number}: {title}
          </>
        }
      >
        <div className="grid gap-6">
          <p className="flex flex-wrap items-center gap-2">
            <StatusChip state={status} />
            {(status === 'DRAFT' || status === 'PENDING') && (
              <Chip tone="danger" icon={<TriangleAlert size={14} aria-hidden="true" />}>
                <Trans>Not approved yet. Don't start.</Trans>
              </Chip>
            )}
          </p>
          <AmendmentText contract={contract} amendment={amendment} />
          <div ref={end} />
          <div className="flex flex-wrap gap-3 empty:hidden">
            {may('edit') && (
              <Button variant="secondary" onClick={() => onOpen('change-edit', id)}>
                <Trans>Edit</Trans>
              </Button>
            )}
            {may('withdraw') && (
              <Button
                variant="secondary"
                busy={action.busy}
                disabled={!isConnected}
                onClick={() => void answer(withdrawAmendment)}
              >
                <Trans>Withdraw</Trans>
              </Button>
            )}
            {may('decline') && !declining && (
              <Button variant="secondary" onClick={() => setDeclining(true)}>
                <Trans>Decline…</Trans>
              </Button>
            )}
          </div>
          {declining && (
            <div className="grid gap-3">
              <NoteField value={note} onChange={setNote} />
              <Button
                variant="danger"
                className="justify-self-start"
                busy={action.busy}
                disabled={!isConnected}
                onClick={() => void answer(declineAmendment, note.trim() ? { note: note.trim() } : {})}
              >
                <Trans>Decline</Trans>
              </Button>
            </div>
          )}
          {action.error && <FieldError>{errorText(action.error, t`That didn't work. Try again.`)}</FieldError>}
          {signs && !declining && (
            <SignPanel
              document="CHANGE_ORDER"
              signAs={contract.signAs}
              reading={reading}
              submit={may('send') ? <Trans>Sign and send</Trans> : <Trans>Sign</Trans>}
              busy={busy}
              error={error}
              onSign={(signed) =>
                void sign(signs, contentHash, signed, { amendmentId: id }).then((result) => {
                  if (!result) return
                  onClose()
                  toast.success(may('send') ? t`Signed and sent` : t`Agreed`)
                })
              }
            />
          )}
        </div>
      </Dialog>
      {dialog}
    </>
  )
}

/** What a change order says: its reason, lines, milestones and total. */
function AmendmentText({ contract, amendment }: { contract: ContractDetails; amendment: Amendment }) {
  const { reason, description, lines, milestoneChanges, scheduleImpactDays, total, photoIds, answerNote } = amendment
  const { currency } = contract
  const isOpen = amendment.status === 'DRAFT' || amendment.status === 'PENDING'
  return (
    <div className="grid gap-4">
      <p className="text-sm text-text-muted">{changeReasonLabel(reason)}</p>
      {description && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {description}
        </p>
      )}
      <ul className="grid divide-y divide-line">
        {lines.map((line, index) => (
          <li key={index} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {line.quantity !== '1' && `${decimalText(line.quantity)} × `}
              {line.description}
            </span>
            <span className="shrink-0 tabular-nums">{signedMoneyText({ amount: line.amount, currency })}</span>
          </li>
        ))}
        <li className="flex justify-between gap-4 py-2 font-semibold">
          <Trans>Change to contract</Trans>
          <span className="tabular-nums">{signedMoneyText(total)}</span>
        </li>
        {isOpen && total.amount !== 0 && (
          <li className="flex justify-between gap-4 py-2 font-semibold">
            <Trans>New total</Trans>
            <span className="tabular-nums">
              {moneyText({ amount: contract.total.amount + total.amount, currency })}
            </span>
          </li>
        )}
      </ul>
      {milestoneChanges.length > 0 && (
        <MilestoneChanges contract={contract} changes={milestoneChanges} isOpen={isOpen} />
      )}
      {scheduleImpactDays !== 0 && (
        <p>
          <Plural value={scheduleImpactDays} one="The end date moves by # day." other="The end date moves by # days." />
        </p>
      )}
      {photoIds.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {photoIds.map((id, index) => {
            const file = contract.files.find((each) => each.id === id)
            const number = index + 1
            return (
              file && (
                <li key={id}>
                  <a href={file.url} target="_blank" rel="noreferrer">
                    <img
                      src={file.url}
                      alt={t`Photo ${number}`}
                      className="size-20 rounded-control border border-line object-cover"
                    />
                  </a>
                </li>
              )
            )
          })}
        </ul>
      )}
      {answerNote && <p className="border-s-4 border-line-strong ps-3">{answerNote}</p>}
    </div>
  )
}

function MilestoneChanges({
  contract: { currency, milestones },
  changes,
  isOpen,
}: {
  contract: ContractDetails
  changes: Amendment['milestoneChanges']
  isOpen: boolean
}) {
  const milestoneOf = (id: string) => milestones.find((each) => each.id === id)
  const titleOf = (id: string) => milestoneOf(id)?.title ?? '–'
  /** Shows a changed amount beside the current one, which is valid until both sides agree. */
  const changed = (id: string, amount: number) => {
    const after = moneyText({ amount, currency })
    const currentAmount = milestoneOf(id)?.amount
    if (!isOpen || !currentAmount || currentAmount.amount === amount) return after
    const before = moneyText(currentAmount)
    return t`${after} instead of ${before}`
  }
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">
        <Trans>Milestones</Trans>
      </h3>
      <ul className="grid gap-1 text-sm">
        {changes.map((change, index) => (
          <li key={index} className="wrap-anywhere">
            {change.kind === 'ADD' ? (
              <Trans>
                New: {change.title}, {moneyText({ amount: change.amount, currency })}
              </Trans>
            ) : change.kind === 'REMOVE' ? (
              <Trans>Cancelled: {titleOf(change.milestoneId)}</Trans>
            ) : (
              <>
                {titleOf(change.milestoneId)}:{' '}
                {itemsText(
                  [
                    change.title !== undefined && change.title !== titleOf(change.milestoneId) && change.title,
                    change.amount !== undefined && changed(change.milestoneId, change.amount),
                    change.dueDate && dayText(change.dueDate),
                  ].filter((part) => typeof part === 'string'),
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
