import {
  acceptTermination,
  contestTermination,
  proposeTermination,
  withdrawTermination,
} from '@fettle/protocol/contract-moves'
import { terminationReasons, type TerminationReason } from '@fettle/protocol/contract-parts'
import { openMilestoneStatuses } from '@fettle/protocol/contracts'
import { shareOf, sumOf } from '@fettle/protocol/money'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { moneyText } from '../../../lib/money.ts'
import { wallTime } from '../../../lib/wall-time.ts'
import { NoteField, ReasonField } from '../../../shared/form-sheet.tsx'
import { ValueField } from '../../../shared/value-field.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAct } from '../use-act.ts'
import { endLabel } from '../words.ts'
import { ContractSheet } from './contract-sheet.tsx'
import type { SheetProps } from './sheets.tsx'

const open: readonly string[] = openMilestoneStatuses

/** C10: an end is proposed, with how much of each open milestone is done. */
export function EndSheet(props: SheetProps) {
  const { contract, now, onClose } = props
  const act = useAct(contract)
  const { currency } = contract
  const milestones = contract.milestones.filter(({ status }) => open.includes(status))
  const [reason, setReason] = useState<TerminationReason | ''>('')
  const [note, setNote] = useState('')
  const [day, setDay] = useState(wallTime(now, contract.timeZone).day)
  const [done, setDone] = useState<Readonly<Record<string, number>>>(() =>
    Object.fromEntries(milestones.map(({ id, status }) => [id, status === 'SUBMITTED' ? 100 : 0])),
  )
  const [tried, setTried] = useState(false)
  const needsNote = reason === 'OTHER' && note.trim() === ''
  const worth = sumOf(milestones.map(({ id, amount }) => shareOf(amount.amount, (done[id] ?? 0) * 100)))
  const sum = moneyText({ amount: worth, currency })
  const { name } = contract.customer
  const run = async () => {
    setTried(true)
    if (!reason || needsNote || !day) return
    const body = {
      version: contract.version,
      reasonCode: reason,
      effectiveDate: day,
      settlement: milestones.map(({ id }) => ({ milestoneId: id, percentDone: done[id] ?? 0 })),
      ...(note.trim() && { note: note.trim() }),
    }
    if ((await act.run(proposeTermination, body)) === undefined) return
    onClose()
    toast.success(t`Proposed`, { body: t`${name} has 7 days to answer.` })
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Propose to end it</Trans>}
      description={<Trans>{name} has 7 days to answer. Until then nothing changes.</Trans>}
      submit={<Trans>Propose</Trans>}
      variant="danger"
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    >
      <ReasonField
        reasons={terminationReasons}
        label={endLabel}
        value={reason}
        onChange={setReason}
        error={tried && !reason}
      />
      <TextField
        type="date"
        label={t`It ends on`}
        value={day}
        onChange={({ target }) => setDay(target.value)}
        error={tried && !day ? t`Choose a day.` : undefined}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-1 text-sm font-semibold">
          <Trans>How much of each open milestone is done</Trans>
        </legend>
        {milestones.map(({ id, title, amount }) => (
          <ValueField
            key={id}
            label={title}
            inputMode="numeric"
            hint={t`In percent, of ${moneyText(amount)}`}
            value={String(done[id] ?? 0)}
            onText={(text) => {
              const percent = text.trim() === '' ? 0 : Number(text.replace('%', ''))
              if (!Number.isInteger(percent) || percent < 0 || percent > 100) return false
              setDone((before) => ({ ...before, [id]: percent }))
              return true
            }}
            wrong={t`Use whole percent, 0 to 100.`}
          />
        ))}
        <p
          role="status"
          className="flex justify-between gap-4 rounded-control bg-surface-sunken px-4 py-3 font-semibold"
        >
          <Trans>Still to be paid for these</Trans>
          <span className="tabular-nums">{sum}</span>
        </p>
      </fieldset>
      <NoteField
        value={note}
        onChange={setNote}
        needed={reason === 'OTHER'}
        error={tried && needsNote ? t`Say why in a few words.` : undefined}
      />
    </ContractSheet>
  )
}

/** C11: what was done is paid, the rest is given up. */
export function AcceptEndSheet(props: SheetProps) {
  const { contract, onClose } = props
  const act = useAct(contract)
  const settled = contract.termination && moneyText(contract.termination.settledTotal)
  const run = async () => {
    if ((await act.run(acceptTermination, { version: contract.version })) === undefined) return
    onClose()
    toast.success(t`The contract has ended`)
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Agree to end it?</Trans>}
      description={<Trans>For what is open {settled} is paid; the rest is given up. This cannot be taken back.</Trans>}
      submit={<Trans>Agree to end it</Trans>}
      variant="danger"
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    />
  )
}

/** C11: it should not end so; disputed until somebody comes round, or our team decides. */
export function ContestEndSheet(props: SheetProps) {
  const { contract, onClose } = props
  const act = useAct(contract)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const wrong = note.trim().length < 3
  const run = async () => {
    setTried(true)
    if (wrong) return
    if ((await act.run(contestTermination, { version: contract.version, note: note.trim() })) === undefined) return
    onClose()
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Say that it should not end so</Trans>}
      description={<Trans>The contract is disputed until one of you comes round or our team decides.</Trans>}
      submit={<Trans>Contest</Trans>}
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    >
      <TextAreaField
        label={t`Why`}
        rows={4}
        maxLength={2000}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={tried && wrong ? t`Say why, in 3 to 2,000 characters.` : undefined}
      />
    </ContractSheet>
  )
}

/** C11: my own proposal is taken back. */
export function WithdrawEndSheet(props: SheetProps) {
  const { contract, onClose } = props
  const act = useAct(contract)
  const run = async () => {
    if ((await act.run(withdrawTermination, { version: contract.version })) === undefined) return
    onClose()
    toast.success(t`Taken back`)
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Take the proposal back?</Trans>}
      description={<Trans>The contract goes on as before.</Trans>}
      submit={<Trans>Take it back</Trans>}
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    />
  )
}
