import type { Ticket } from '@fettle/protocol/support/tickets'
import { ticketLimits } from '@fettle/protocol/support/ticket-flow'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { stepTicket } from './api.ts'
import { Attachments } from './attachments.tsx'
import { useSentFiles } from './use-sent-files.ts'

/** Composer of a ticket message. Input is never lost. */
export function Composer({ ticket }: { ticket: Ticket }) {
  const isConnected = useConnection()
  const failure = (error: Error) => errorText(error, t`Your text is saved. Try again in a moment.`)
  const { form, change } = useDraft(`ticket ${ticket.id}`, { text: '' })
  const { files, put, done: filesDone } = useSentFiles(`ticket-files ${ticket.id}`)
  const sent = useRef('')
  const sending = stepTicket(useQueryClient())
  const step = useMutation({
    ...sending,
    // In the options of the mutation, so that it also runs after the ticket was left.
    onSuccess: (...answer) => {
      sending.onSuccess?.(...answer)
      // Keeps what was typed meanwhile.
      change(({ text: typed }) => ({ text: typed.startsWith(sent.current) ? typed.slice(sent.current.length) : typed }))
      filesDone()
    },
    onError: (error) => toast.error(t`Not sent`, { id: 'ticket', body: failure(error) }),
  })
  const [progress, setProgress] = useState<number>()
  const withKey = useIdempotencyKey()
  const text = form.text.trim()
  const send = () => {
    if (text === '' || step.isPending) return
    sent.current = form.text
    const attachmentIds = files.map(({ id }) => id)
    step.mutate({ ticket, step: { action: 'message', text, attachmentIds, withKey } })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="grid gap-3 border-t border-line pt-5"
    >
      <TextAreaField
        label={ticket.status === 'PENDING' ? t`Your reply` : t`Add a message`}
        hint={ticket.status === 'RESOLVED' ? t`Replying reopens the ticket.` : undefined}
        rows={3}
        value={form.text}
        maxLength={ticketLimits.text}
        count={{ used: form.text.length, of: ticketLimits.text }}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Attachments
        files={files}
        onChange={put}
        progress={progress}
        onProgress={setProgress}
        disabled={step.isPending}
      />
      {step.error && (
        <Banner tone="danger" alert title={t`Not sent`}>
          {failure(step.error)}
        </Banner>
      )}
      {!isConnected && (
        <p className="text-sm text-text-muted">
          <Trans>You need a connection to send. Your text stays here until then.</Trans>
        </p>
      )}
      <Button
        type="submit"
        busy={step.isPending}
        disabled={!isConnected || text === '' || progress !== undefined}
        className="justify-self-start"
      >
        <Trans>Send</Trans>
      </Button>
    </form>
  )
}
