import type { Faq } from '@fettle/protocol/support/support'
import type { RelatedType, TicketCategory, TicketSummary } from '@fettle/protocol/support/tickets'
import { ticketLimits } from '@fettle/protocol/support/ticket-flow'
import { relatedTypes } from '@fettle/protocol/support/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { hasCode, isApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ArticleList } from '../help/article-list.tsx'
import { useFoundArticles } from '../help/use-found-articles.ts'
import { createSupportTicket } from './api.ts'
import { Attachments } from './attachments.tsx'
import { useSentFiles } from './use-sent-files.ts'
import { diagnosticsOf } from './diagnostics.ts'

/** Parses `BOOKING:bkg_…` from the address. */
function relatedIn(about: string | null): { type: RelatedType; id: string } | undefined {
  const [type, id] = about?.split(':') ?? []
  const relatedType = relatedTypes.find((each) => each === type)
  return relatedType && id ? { type: relatedType, id } : undefined
}

export interface TicketFormProps {
  category: TicketCategory
  about: string | null
  /** Id of the closed ticket it follows up. */
  followsUp: string | null
}

/** Form of a new ticket. Its input survives reloads, refusals and connection failures. */
export function TicketForm({ category, about, followsUp }: TicketFormProps) {
  const id = useId()
  const navigate = useNavigate()
  const isConnected = useConnection()
  const { form, change, clearDraft } = useDraft('ticket', { subject: '', text: '', isBare: false })
  const { files, put, done: filesDone } = useSentFiles('ticket-files')
  const creating = createSupportTicket(useQueryClient(), useIdempotencyKey())
  const ask = useMutation({
    ...creating,
    // In the options of the mutation, so that it also runs after the form was left.
    onSuccess: (...answer) => {
      creating.onSuccess?.(...answer)
      clearDraft()
      filesDone()
      toast.success(t`Sent to support`, { id: 'ticket', body: answer[0].reference })
    },
  })
  const [progress, setProgress] = useState<number>()
  const isUploading = progress !== undefined
  const [isSubmitted, setSubmitted] = useState(false)
  const [similar, setSimilar] = useState<TicketSummary>()
  const found = useFoundArticles(form.subject, 3)
  // Suggestions change only while the subject is written: a later change would move the fields that are used by then.
  const [isWritingSubject, setWritingSubject] = useState(false)
  const [suggested, setSuggested] = useState<typeof found>()
  if (isWritingSubject && suggested !== found) setSuggested(found)
  const related = relatedIn(about)
  const diagnostics = diagnosticsOf(about ? `${paths.support} (${about})` : paths.support)

  const subject = form.subject.trim()
  const text = form.text.trim()
  const wrong = {
    subject: subject.length < 5 ? t`Describe it in 5 to 120 characters.` : undefined,
    text: text === '' ? t`Describe what happened.` : undefined,
  }
  const submit = (anyway: boolean) => {
    setSubmitted(true)
    const first = wrong.subject ? 'subject' : wrong.text ? 'text' : undefined
    if (first) {
      document.getElementById(`${id}-${first}`)?.focus()
      return
    }
    const body = {
      category,
      subject,
      text,
      anyway,
      attachmentIds: files.map((file) => file.id),
      ...(related && { related }),
      ...(followsUp && { followsUpId: followsUp }),
      ...(!form.isBare && { diagnostics }),
    }
    ask.mutate(body, {
      onSuccess: ({ id: ticket }) => void navigate(paths.ticket(ticket), { replace: true }),
      onError: (error) =>
        setSimilar(
          hasCode(error, 'TICKET_SIMILAR') && isApiError(error)
            ? (error.details['ticket'] as TicketSummary | undefined)
            : undefined,
        ),
    })
  }

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit(false)
      }}
      className="grid gap-5"
    >
      <TextField
        id={`${id}-subject`}
        label={t`In one sentence, what is it about?`}
        value={form.subject}
        maxLength={ticketLimits.subject}
        count={{ used: form.subject.length, of: ticketLimits.subject }}
        error={isSubmitted ? wrong.subject : undefined}
        autoComplete="off"
        onChange={(event) => {
          setWritingSubject(true)
          change({ subject: event.target.value })
        }}
        onBlur={() => setWritingSubject(false)}
      />
      {suggested && suggested.length > 0 && <SuggestedArticles articles={suggested} />}
      <TextAreaField
        id={`${id}-text`}
        label={t`What happened?`}
        hint={t`Tell us what you did, what you expected and what happened instead. Never send passwords or codes.`}
        rows={6}
        value={form.text}
        maxLength={ticketLimits.text}
        count={{ used: form.text.length, of: ticketLimits.text }}
        error={isSubmitted ? wrong.text : undefined}
        onChange={(event) => change({ text: event.target.value })}
      />
      <Attachments files={files} onChange={put} progress={progress} onProgress={setProgress} disabled={ask.isPending} />
      <Diagnostics
        facts={[
          [t`App`, diagnostics.appVersion],
          [t`Browser`, diagnostics.browser],
          [t`Page`, diagnostics.route],
          [t`Recent errors`, diagnostics.requestIds?.join(', ')],
        ]}
        isSent={!form.isBare}
        onChange={(isSent) => change({ isBare: !isSent })}
      />
      {similar && (
        <SimilarTicket ticket={similar} busy={ask.isPending} disabled={isUploading} onSendAnyway={() => submit(true)} />
      )}
      {ask.error && !similar && (
        <Banner tone="danger" alert title={t`Not sent`}>
          {errorText(ask.error, t`Your text is saved. Try again in a moment.`)}
        </Banner>
      )}
      {!isConnected && (
        <Banner tone="warning">
          <Trans>You need a connection to send. Your text stays here until then.</Trans>
        </Banner>
      )}
      <Button type="submit" size="lg" busy={ask.isPending} disabled={!isConnected || isUploading}>
        <Trans>Send to support</Trans>
      </Button>
    </form>
  )
}

function SuggestedArticles({ articles }: { articles: readonly Faq[] }) {
  return (
    <section aria-label={t`Did one of these help?`} className="grid gap-2">
      <p className="text-sm font-semibold">
        <Trans>Did one of these help?</Trans>
      </p>
      <ArticleList faqs={articles} label={t`Matching articles`} />
      <p className="text-sm text-text-muted">
        <Trans>Your text is saved while you read.</Trans>
      </p>
    </section>
  )
}

interface SimilarTicketProps {
  ticket: TicketSummary
  busy: boolean
  disabled: boolean
  onSendAnyway: () => void
}

/** Offers to write in an open ticket instead. */
function SimilarTicket({ ticket, busy, disabled, onSendAnyway }: SimilarTicketProps) {
  return (
    <Banner
      tone="info"
      alert
      title={t`You have an open ticket about this`}
      action={
        <div className="flex flex-wrap gap-2">
          <Link to={paths.ticket(ticket.id)} className={buttonClass({ size: 'sm' })}>
            <Trans>Add to {ticket.reference}</Trans>
          </Link>
          <Button size="sm" variant="secondary" busy={busy} disabled={disabled} onClick={onSendAnyway}>
            <Trans>Open another ticket</Trans>
          </Button>
        </div>
      }
    >
      {ticket.subject}
    </Banner>
  )
}

/** Diagnostic data that is sent along, shown in full. */
function Diagnostics(props: {
  facts: readonly (readonly [label: string, value: string | undefined])[]
  isSent: boolean
  onChange: (isSent: boolean) => void
}) {
  const { facts, isSent, onChange } = props
  return (
    <Card className="grid gap-3 p-4">
      <Checkbox
        label={<Trans>Include technical details</Trans>}
        checked={isSent}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isSent && (
        <dl className="grid gap-1.5 text-sm">
          {facts.map(
            ([label, value]) =>
              value && (
                <div key={label} className="grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
                  <dt className="text-text-muted">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </Card>
  )
}
