import { submitMilestone } from '@fettle/protocol/contract-moves'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useDraft } from '../../../lib/use-draft.ts'
import { PhotoInput } from '../../../shared/photo-input.tsx'
import { TextAreaField } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { FileList } from '../file-list.tsx'
import { useAct } from '../use-act.ts'
import { useChosen, useFiles } from '../use-files.ts'
import { ContractSheet } from './contract-sheet.tsx'
import type { SheetProps } from './sheets.tsx'

const MOST = 20

/** A milestone is handed over with what was done and what shows it. */
export function SubmitSheet(props: SheetProps) {
  const { contract, id = '', onClose } = props
  const act = useAct(contract)
  const milestone = contract.milestones.find((each) => each.id === id)
  const files = useFiles(contract.files, 'EVIDENCE')
  const { form, change, done } = useDraft(`submit:${id}`, { note: '' })
  const chosen = useChosen(`submit-files:${id}`, [])
  const { ids } = chosen
  const [tried, setTried] = useState(false)
  const wrong = form.note.trim() === ''
  const { name } = contract.customer
  const add = async (file: File) => {
    const sent = await files.send(file)
    if (sent) chosen.add(sent)
  }
  const run = async () => {
    setTried(true)
    if (wrong || files.progress !== undefined) return
    const body = { version: contract.version, note: form.note.trim(), evidenceIds: ids }
    if ((await act.run(submitMilestone, body, { milestoneId: id })) === undefined) return
    done()
    chosen.done()
    onClose()
    toast.success(t`Handed over`, { body: t`${name} has been told.` })
  }
  return (
    <ContractSheet
      {...props}
      title={<Trans>Hand over: {milestone?.title}</Trans>}
      description={
        <Trans>{name} looks at it and answers. Without an answer it counts as approved after some days.</Trans>
      }
      submit={<Trans>Hand over</Trans>}
      busy={act.busy || files.progress !== undefined}
      error={act.error}
      onSubmit={() => void run()}
    >
      <TextAreaField
        label={t`What was done`}
        rows={4}
        maxLength={2000}
        value={form.note}
        onChange={({ target }) => change({ note: target.value })}
        error={tried && wrong ? t`Say what was done, in 1 to 2,000 characters.` : undefined}
      />
      <FileList ids={ids} files={files} onRemove={chosen.remove} />
      {ids.length < MOST && (
        <PhotoInput multiple onPhoto={(file) => void add(file)}>
          <Trans>Add photos</Trans>
        </PhotoInput>
      )}
    </ContractSheet>
  )
}
