import { QuickReplyForm, type QuickReply } from '@fettle/protocol/workspace/quick-replies'
import { quickReplyLimits } from '@fettle/protocol/workspace/constants'
import { replyVariables } from '@fettle/protocol/workspace/reply-text'
import { toIssues } from '@fettle/protocol/core/issues'
import { allowedTypes, uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { isApiError } from '../../lib/http/api-error.ts'
import { useDraft } from '../../lib/forms/use-form-draft.ts'
import { translateIssues } from '../../lib/i18n/validation-messages.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { controlClass, Field, TextField } from '../../ui/forms/field.tsx'
import { ChosenFileList } from '../forms/chosen-file-list.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { saveReply, uploadForReply } from './api.ts'
import { variableNames } from './values.ts'
import { itemsText } from '../../lib/format/items-text.ts'

export interface ReplyDialogProps {
  /** The edited reply; undefined for a new one. */
  reply: QuickReply | undefined
  /** Initial text of a new reply. */
  initialText?: string
  onClose: () => void
}

// Braces are ICU syntax in a message, so they are passed as a value.
const EXAMPLE = '{{booking.date|soon}}'

/** Form of a quick reply: shortcut, text with variables, and files. */
export function ReplyDialog({ reply, initialText = '', onClose }: ReplyDialogProps) {
  const client = useQueryClient()
  const { form, change, clearDraft } = useDraft(`quick-reply:${reply?.id ?? initialText}`, {
    shortcut: reply?.shortcut ?? '',
    text: reply?.text ?? initialText,
    files: (reply?.attachments ?? []).map(({ id, name }) => ({ id, name })),
  })
  const { shortcut, text, files } = form
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)

  const insert = (variable: string) => {
    const input = area.current
    if (!input) return
    input.setRangeText(`{{${variable}}}`, input.selectionStart, input.selectionEnd, 'end')
    change({ text: input.value })
    input.focus()
  }

  const addFile = async (file: File) => {
    setBusy(true)
    try {
      const { id, name } = await uploadForReply(file)
      change((before) => ({ files: [...before.files, { id, name }] }))
    } catch (error) {
      toast.error(errorText(error, t`We couldn't upload the file.`))
    } finally {
      setBusy(false)
    }
  }

  const save = async () => {
    const body = { shortcut, text, attachmentIds: files.map(({ id }) => id) }
    const parsed = z.safeParse(QuickReplyForm, body)
    if (!parsed.success) {
      return setProblems(
        Object.fromEntries(translateIssues(toIssues(parsed.error, body)).map(({ field, message }) => [field, message])),
      )
    }
    setBusy(true)
    try {
      await saveReply(client, reply, { ...parsed.data })
      clearDraft()
      toast.success(t`Quick reply saved`)
      onClose()
    } catch (error) {
      const issues = isApiError(error) ? error.issues : []
      const isTaken = isApiError(error) && error.code === 'SHORTCUT_TAKEN'
      if (issues.length > 0) setProblems(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      else if (isTaken) setProblems({ shortcut: errorText(error, t`This name is taken.`) })
      else toast.error(errorText(error, t`We couldn't save the quick reply.`))
    } finally {
      setBusy(false)
    }
  }

  const close = () => {
    // Closing without saving discards changes of an existing reply; a new one stays a draft.
    if (reply) clearDraft()
    onClose()
  }
  return (
    <FormDialog
      onClose={close}
      title={reply ? <Trans>Edit quick reply</Trans> : <Trans>New quick reply</Trans>}
      submit={<Trans>Save</Trans>}
      busy={busy}
      onSubmit={() => void save()}
    >
      <TextField
        label={<Trans>Short name</Trans>}
        hint={<Trans>Type /quick and this name to insert it.</Trans>}
        value={shortcut}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => change({ shortcut: target.value })}
        error={problems['shortcut']}
      />
      <Field
        label={<Trans>Text</Trans>}
        error={problems['text']}
        count={{ used: text.length, of: quickReplyLimits.characters }}
      >
        {(aria) => (
          <textarea
            {...aria}
            ref={area}
            rows={5}
            value={text}
            onChange={({ target }) => change({ text: target.value })}
            className={controlClass('field-sizing-content min-h-28 max-h-72')}
          />
        )}
      </Field>
      <VariableButtons onChoose={insert} />
      <ReplyFiles
        files={files}
        onAdd={(file) => void addFile(file)}
        onRemove={(id) => change({ files: files.filter((file) => file.id !== id) })}
      />
    </FormDialog>
  )
}

/** Variables that are filled in when a reply is inserted. */
function VariableButtons({ onChoose }: { onChoose: (variable: string) => void }) {
  const { _ } = useLingui()
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-2 text-sm font-semibold">
        <Trans>Filled in when you insert it</Trans>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {replyVariables.map((variable) => (
          <Button key={variable} size="sm" variant="secondary" onClick={() => onChoose(variable)}>
            {_(variableNames[variable])}
          </Button>
        ))}
      </div>
      <p className="text-sm text-text-muted">
        <Trans>
          Add a fallback after a bar, for when the value isn't known: {EXAMPLE}. You fill in anything else in double
          braces before sending.
        </Trans>
      </p>
    </fieldset>
  )
}

interface ReplyFilesProps {
  files: readonly { id: string; name: string }[]
  onAdd: (file: File) => void
  onRemove: (id: string) => void
}

function ReplyFiles({ files, onAdd, onRemove }: ReplyFilesProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <ChosenFileList files={files} onRemove={({ id }) => onRemove(id)} />
      {files.length < quickReplyLimits.attachments && (
        <div>
          <Button
            size="sm"
            variant="quiet"
            icon={<Paperclip size={16} aria-hidden="true" />}
            onClick={() => chooser.current?.click()}
            title={itemsText(allowedTypes('CHAT'))}
          >
            <Trans>Add a file</Trans>
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept={uploadRules.CHAT.mimes.join(',')}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) onAdd(file)
              currentTarget.value = ''
            }}
          />
        </div>
      )}
    </>
  )
}
