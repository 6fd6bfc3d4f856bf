import { createAmendment, editAmendment } from '@fettle/protocol/contracts/calls'
import { amendmentReasons } from '@fettle/protocol/contracts/constants'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { parseSigned, parseWholeNumber } from '../../../lib/format/amounts.ts'
import { moneyText, signedMoneyText } from '../../../lib/format/money.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { ReasonField } from '../../../shared/forms/form-sheet.tsx'
import { PhotoInput } from '../../../shared/forms/photo-input.tsx'
import { ValueField } from '../../../shared/forms/value-field.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { FileList } from '../detail/file-list.tsx'
import { useContractAction } from '../use-contract-action.ts'
import { useChosenFiles, useFiles } from '../use-files.ts'
import { changeReasonLabel } from '../labels.ts'
import { ChangeLines } from './change-lines.tsx'
import { ChangePlan } from './change-plan.tsx'
import { ContractSheet } from './contract-sheet.tsx'
import {
  changedTotals,
  contentOf,
  currentPlan,
  draftOf,
  linesTotal,
  withUnassigned,
  type ChangeDraft,
} from './change-draft.ts'
import type { ContractSheetProps } from './sheets.types.ts'

const MAX_PHOTOS = 10

/** Form of a change order: price, milestones and dates. */
export function ChangeForm(props: ContractSheetProps) {
  const { contract, id, onOpen } = props
  const { currency } = contract
  const action = useContractAction(contract)
  const amendment = contract.amendments.find((each) => each.id === id)
  const {
    form: draft,
    change,
    clearDraft,
  } = useDraft<ChangeDraft>(`change:${contract.id}:${id ?? 'new'}`, draftOf(contract, amendment))
  const form = { ...draft, plan: currentPlan(contract, amendment, draft.plan) }
  const files = useFiles(contract.files, 'EVIDENCE')
  const photos = useChosenFiles(`change-photos:${contract.id}:${id ?? 'new'}`, form.photoIds)
  const [isSubmitted, setSubmitted] = useState(false)
  const mismatch = useRef<HTMLDivElement>(null)
  const { total, milestonesTotal, fixedTotal } = changedTotals(contract, form)
  const content = contentOf(contract, { ...form, photoIds: photos.ids })
  const isEmpty =
    content.lines.length === 0 && content.milestoneChanges.length === 0 && content.scheduleImpactDays === 0
  const wrong = {
    title: content.title.length < 3,
    reason: !form.reason,
    lines: content.lines.some(({ description }) => description === ''),
    plan: form.plan.some(({ title, amount, dropped }) => !dropped && (title.trim() === '' || amount < 1)),
    sum: milestonesTotal !== total,
    empty: isEmpty,
  }
  const run = async () => {
    setSubmitted(true)
    if (wrong.sum) mismatch.current?.scrollIntoView({ block: 'nearest' })
    if (Object.values(wrong).some(Boolean) || files.progress !== undefined) return
    const body = { version: contract.version, ...content }
    const answer = (await (amendment
      ? action.run(editAmendment, { params: { amendmentId: amendment.id }, body })
      : action.run(createAmendment, { body }))) as ContractDetails | undefined
    if (!answer) return
    clearDraft()
    photos.clearDraft()
    // The saved change order is read and signed next.
    const savedAmendment = amendment ?? answer.amendments.at(-1)
    if (savedAmendment) onOpen('change', savedAmendment.id)
  }
  const addPhoto = async (file: File) => {
    const sent = await files.upload(file)
    if (sent) photos.add(sent)
  }
  const unassigned = total - milestonesTotal
  const [x, y] = [moneyText({ amount: milestonesTotal, currency }), moneyText({ amount: total, currency })]
  return (
    <ContractSheet
      {...props}
      title={amendment ? <Trans>Change order {amendment.number}</Trans> : <Trans>New change order</Trans>}
      description={<Trans>Don't start until you've both signed.</Trans>}
      submit={<Trans>Save and review</Trans>}
      busy={action.busy}
      error={action.error}
      onSubmit={() => void run()}
    >
      <TextField
        label={t`Title`}
        maxLength={120}
        value={form.title}
        onChange={({ target }) => change({ title: target.value })}
        error={isSubmitted && wrong.title ? t`Use 3 to 120 characters for the title.` : undefined}
      />
      <ReasonField
        reasons={amendmentReasons}
        label={changeReasonLabel}
        value={form.reason}
        onChange={(reason) => change({ reason })}
        error={isSubmitted && wrong.reason}
      />
      <TextAreaField
        label={t`Description`}
        optional
        rows={3}
        maxLength={5000}
        value={form.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <ChangeLines
        lines={form.lines}
        currency={currency}
        isSubmitted={isSubmitted}
        onChange={(lines) => change({ lines })}
        total={signedMoneyText({ amount: linesTotal(form), currency })}
      />
      <ChangePlan
        plan={form.plan}
        fixedTotal={fixedTotal}
        currency={currency}
        isSubmitted={isSubmitted}
        onChange={(plan) => change({ plan })}
      />
      <div ref={mismatch} role="status">
        {unassigned !== 0 && (
          <Banner
            key={String(isSubmitted)}
            tone={isSubmitted ? 'danger' : 'warning'}
            alert={isSubmitted}
            title={t`Milestones add up to ${x}, but the contract total is ${y}.`}
          >
            <Button
              size="sm"
              variant="secondary"
              className="mt-2"
              onClick={() => change(withUnassigned(form, unassigned))}
            >
              {unassigned > 0 ? <Trans>Add as a milestone</Trans> : <Trans>Deduct from the last milestone</Trans>}
            </Button>
          </Banner>
        )}
      </div>
      <ValueField
        label={t`Change to end date (days)`}
        optional
        inputMode="numeric"
        value={String(form.days)}
        hint={<Trans>Use a minus to finish earlier.</Trans>}
        onText={(text) => {
          const days = parseSigned(text, (unsigned) => parseWholeNumber(unsigned, 365))
          if (days === undefined) return false
          change({ days })
          return true
        }}
        wrong={t`Use whole days, at most a year.`}
      />
      <FileList ids={photos.ids} files={files} onRemove={photos.remove} />
      {photos.ids.length < MAX_PHOTOS && (
        <PhotoInput multiple onPhoto={(file) => void addPhoto(file)}>
          <Trans>Add photos</Trans>
        </PhotoInput>
      )}
      {isSubmitted && wrong.empty && (
        <Banner tone="danger" alert>
          <Trans>Describe what changes.</Trans>
        </Banner>
      )}
    </ContractSheet>
  )
}
