import type { Ticket, TicketMessage } from '@fettle/protocol/support/tickets'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { FileText } from 'lucide-react'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { MarkedText } from '../../../shared/marked-text.tsx'

/** Messages of a ticket, oldest first. */
export function Conversation({ ticket, now }: { ticket: Ticket; now: Date }) {
  return (
    <ol aria-label={t`Conversation`} className="grid gap-4">
      {ticket.messages.map((message) => (
        <li key={message.id}>
          {message.author === 'SYSTEM' ? (
            <SystemLine message={message} now={now} />
          ) : (
            <TicketMessageItem message={message} now={now} />
          )}
        </li>
      ))}
    </ol>
  )
}

const moment = (at: string, now: Date) => (
  <time dateTime={at} className="tabular-nums">
    {momentText(at, ownTimeZone(), now)}
  </time>
)

const SystemLine = ({ message, now }: { message: TicketMessage; now: Date }) => (
  <p className="mx-auto max-w-md text-center text-sm text-pretty text-text-muted">
    {message.text} <span className="whitespace-nowrap">{moment(message.at, now)}</span>
  </p>
)

function TicketMessageItem({ message, now }: { message: TicketMessage; now: Date }) {
  const { author, authorName, text, attachments, at, readAt } = message
  const isMine = author === 'PROVIDER'
  const name = authorName ?? t`Support`
  return (
    <article
      aria-label={isMine ? t`You` : name}
      className={clsx(
        'grid max-w-[min(100%,34rem)] gap-2.5 rounded-card border p-4',
        isMine ? 'ms-auto border-transparent bg-accent-soft' : 'border-line bg-surface-raised',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-text-muted">
        <span className="font-semibold text-text">{isMine ? <Trans>You</Trans> : name}</span>
        {moment(at, now)}
      </p>
      {/* The provider's text keeps its line breaks; support's text may contain Markdown. */}
      {isMine ? (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      ) : (
        <MarkedText isArticle text={text} />
      )}
      {attachments.length > 0 && (
        <ul aria-label={t`Files`} className="grid gap-1.5">
          {attachments.map(({ id, name: file, mime, url }) => (
            <li key={id}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 max-w-full items-center gap-2.5 font-medium underline-offset-2 hover:underline"
              >
                {mime.startsWith('image/') ? (
                  <img src={url} alt="" className="size-14 shrink-0 rounded-control border border-line object-cover" />
                ) : (
                  <FileText size={18} aria-hidden="true" className="shrink-0 text-text-muted" />
                )}
                <span dir="auto" className="truncate">
                  {file}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {isMine && readAt && (
        <p className="text-end text-xs text-text-muted">
          <Trans>Read</Trans>
        </p>
      )}
    </article>
  )
}
