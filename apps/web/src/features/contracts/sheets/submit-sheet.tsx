import { submitMilestone } from '@fettle/protocol/contracts/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { PhotoInput } from '../../../shared/forms/photo-input.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { FileList } from '../detail/file-list.tsx'
import { useChosenFiles, useFiles } from '../use-files.ts'
import { ContractActionSheet } from './contract-action-sheet.tsx'
import type { ContractSheetProps } from './sheets.types.ts'

const MAX_FILES = 20

/** Submits a milestone with a description and evidence. */
export function SubmitSheet(props: ContractSheetProps) {
  const { contract, id = '' } = props
  const milestone = contract.milestones.find((each) => each.id === id)
  const files = useFiles(contract.files, 'EVIDENCE')
  const { form, change, clearDraft } = useDraft(`submit:${id}`, { note: '' })
  const chosen = useChosenFiles(`submit-files:${id}`, [])
  const { ids } = chosen
  const wrong = form.note.trim() === ''
  const { name } = contract.customer
  const add = async (file: File) => {
    const sent = await files.upload(file)
    if (sent) chosen.add(sent)
  }
  return (
    <ContractActionSheet
      {...props}
      operation={submitMilestone}
      body={{ note: form.note.trim(), evidenceIds: ids }}
      params={{ milestoneId: id }}
      wrong={wrong}
      waits={files.progress !== undefined}
      success={{ title: t`Submitted`, body: t`We've let ${name} know.` }}
      onDone={() => {
        clearDraft()
        chosen.clearDraft()
      }}
      title={<Trans>Submit: {milestone?.title}</Trans>}
      description={<Trans>{name} reviews it. If they don't reply, it's approved automatically after a few days.</Trans>}
      submit={<Trans>Submit</Trans>}
    >
      {(isSubmitted) => (
        <>
          <TextAreaField
            label={t`What was done`}
            rows={4}
            maxLength={2000}
            value={form.note}
            onChange={({ target }) => change({ note: target.value })}
            error={isSubmitted && wrong ? t`Describe what was done (up to 2,000 characters).` : undefined}
          />
          <FileList ids={ids} files={files} onRemove={chosen.remove} />
          {ids.length < MAX_FILES && (
            <PhotoInput multiple onPhoto={(file) => void add(file)}>
              <Trans>Add photos</Trans>
            </PhotoInput>
          )}
        </>
      )}
    </ContractActionSheet>
  )
}
