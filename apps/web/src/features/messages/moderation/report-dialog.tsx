import type { MessageView } from '@fettle/chat-client'
import { reportReasons } from '@fettle/protocol/chat/core/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { ReasonChoice, readReason, type ReasonForm } from '../../../shared/forms/reason-choice.tsx'
import { chat } from '../connection/chat.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { chatToast } from '../alerts/chat-toast.ts'

const MAX_NOTE_LENGTH = 1_000

type Reason = (typeof reportReasons)[number]

export interface ReportDialogProps {
  cid: string
  /** Name of the reported person. */
  name: string
  /** The reported message; undefined for the person and the conversation as a whole. */
  message: MessageView | undefined
  onClose: () => void
}

const reasons: Record<Reason, MessageDescriptor> = {
  SPAM: msg`Unwanted advertising`,
  ABUSE: msg`Insults or threats`,
  FRAUD: msg`Fraud, or payment outside of Fettle`,
  OTHER: msg`Something else`,
}

const reasonLabel = (reason: Reason): string => i18n._(reasons[reason])

/** Reports a message or person to support. */
export function ReportDialog({ cid, name, message, onClose }: ReportDialogProps) {
  const { form, change, clearDraft } = useDraft<ReasonForm<Reason>>(`report:${message?.id ?? cid}`, {
    reason: '',
    note: '',
  })
  const [isSubmitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()

  const submit = () => {
    setSubmitted(true)
    const report = readReason(form, MAX_NOTE_LENGTH)
    if (!report) return
    setBusy(true)
    setRefused(undefined)
    chat
      .reportChannel(cid, { ...report, ...(message && { messageId: message.id }) })
      .then(
        () => {
          clearDraft()
          onClose()
          chatToast.success(t`Thanks. We'll look into it.`, { body: t`${name} won't know.` })
        },
        (error: unknown) => setRefused(chatToast.refused(error)),
      )
      .finally(() => setBusy(false))
  }

  return (
    <FormDialog
      onClose={onClose}
      title={message ? t`Report this message?` : t`Report ${name}?`}
      description={t`Our team reviews every report. ${name} won't know.`}
      submit={<Trans>Send report</Trans>}
      cancel={<Trans>Cancel</Trans>}
      busy={busy}
      onSubmit={submit}
    >
      {refused && <Banner tone="danger" alert title={refused} />}
      {message?.text && (
        <p dir="auto" className="line-clamp-4 rounded-control bg-surface-sunken px-3 py-2">
          {plainText(message.text)}
        </p>
      )}
      <ReasonChoice
        legend={<Trans>What is wrong?</Trans>}
        reasons={reportReasons}
        label={reasonLabel}
        noteLabel={t`What happened?`}
        maxNote={MAX_NOTE_LENGTH}
        form={form}
        onChange={change}
        isSubmitted={isSubmitted}
      />
    </FormDialog>
  )
}
