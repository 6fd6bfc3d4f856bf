import {
  editContract,
  holdContract,
  removeContract,
  resumeContract,
  voidContract,
} from '@fettle/protocol/contract-moves'
import { holdReasons, type HoldReason } from '@fettle/protocol/contract-parts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { addDays, wallTime } from '../../../lib/wall-time.ts'
import { NoteField, ReasonField } from '../../../shared/form-sheet.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { contractQuery } from '../api.ts'
import { useAct } from '../use-act.ts'
import { holdLabel } from '../words.ts'
import { ContractSheet } from './contract-sheet.tsx'
import type { SheetProps } from './sheets.tsx'

/** C5: what was sent becomes a draft again. */
export function EditSheet(props: SheetProps) {
  const { contract, onClose } = props
  const act = useAct(contract)
  const { name } = contract.customer
  const run = async () => {
    if ((await act.run(editContract, { version: contract.version, content: {} })) === undefined) return
    onClose()
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Change the contract</Trans>}
      description={<Trans>It becomes a draft again. {name} can sign once you have signed and sent it anew.</Trans>}
      submit={<Trans>Change it</Trans>}
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    >
      <p>
        <Trans>Your signature under what was sent is void from then on.</Trans>
      </p>
    </ContractSheet>
  )
}

/** C7: with a reason, which the customer reads. */
export function VoidSheet(props: SheetProps) {
  const { contract, onClose } = props
  const act = useAct(contract)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const wrong = reason.trim().length < 3
  const run = async () => {
    setTried(true)
    if (wrong) return
    const body = { version: contract.version, reason: reason.trim() }
    if ((await act.run(voidContract, body)) === undefined) return
    onClose()
    toast.success(t`The contract is given up`)
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Give up the contract?</Trans>}
      description={<Trans>It can no longer be signed. It stays here to be read.</Trans>}
      submit={<Trans>Give it up</Trans>}
      variant="danger"
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    >
      <TextAreaField
        label={t`Reason`}
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={tried && wrong ? t`Say why, in 3 to 1,000 characters.` : undefined}
      />
    </ContractSheet>
  )
}

/** A draft that was never sent goes as if it had not been. */
export function RemoveSheet(props: SheetProps) {
  const { contract } = props
  const client = useQueryClient()
  const navigate = useNavigate()
  const act = useAct(contract)
  const run = async () => {
    if ((await act.run(removeContract)) === undefined) return
    toast.success(t`Draft deleted`)
    await navigate(`${paths.contracts}?tab=drafts`, { replace: true })
    client.removeQueries({ queryKey: contractQuery(contract.id).queryKey })
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Delete the draft?</Trans>}
      description={<Trans>Nobody has seen it. It cannot be brought back.</Trans>}
      submit={<Trans>Delete</Trans>}
      variant="danger"
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    />
  )
}

/** C8: the work rests, with a reason, until a day or until somebody says so. */
export function HoldSheet(props: SheetProps) {
  const { contract, now, onClose } = props
  const act = useAct(contract)
  const tomorrow = addDays(wallTime(now, contract.timeZone).day, 1)
  const [reason, setReason] = useState<HoldReason | ''>('')
  const [until, setUntil] = useState('')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const needsNote = reason === 'OTHER' && note.trim() === ''
  const run = async () => {
    setTried(true)
    if (!reason || needsNote) return
    const body = {
      version: contract.version,
      reasonCode: reason,
      until: until || null,
      ...(note.trim() && { note: note.trim() }),
    }
    if ((await act.run(holdContract, body)) === undefined) return
    onClose()
    toast.success(t`On hold`)
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Put on hold</Trans>}
      description={<Trans>The customer is told. The dates ahead move by as long as it rests.</Trans>}
      submit={<Trans>Put on hold</Trans>}
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    >
      <ReasonField
        reasons={holdReasons}
        label={holdLabel}
        value={reason}
        onChange={setReason}
        error={tried && !reason}
      />
      <TextField
        type="date"
        label={t`Until`}
        optional
        min={tomorrow}
        value={until}
        hint={<Trans>On that day it goes on by itself.</Trans>}
        onChange={({ target }) => setUntil(target.value)}
      />
      <NoteField
        value={note}
        onChange={setNote}
        needed={reason === 'OTHER'}
        error={tried && needsNote ? t`Say why in a few words.` : undefined}
      />
    </ContractSheet>
  )
}

/** C8: it goes on, and the dates ahead move. */
export function ResumeSheet(props: SheetProps) {
  const { contract, onClose } = props
  const act = useAct(contract)
  const run = async () => {
    if ((await act.run(resumeContract, { version: contract.version })) === undefined) return
    onClose()
    toast.success(t`The work goes on`)
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Go on with the work?</Trans>}
      description={<Trans>The customer is told. The dates ahead move by as long as it rested.</Trans>}
      submit={<Trans>Go on</Trans>}
      busy={act.busy}
      error={act.error}
      onSubmit={() => void run()}
    />
  )
}
