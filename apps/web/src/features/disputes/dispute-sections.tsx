import type { DisputeProposal, DisputeView } from '@fettle/protocol/disputes'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Paperclip } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { momentText, momentWithin, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Section } from '../../ui/layout/card.tsx'
import { Chip, type Tone } from '../../ui/feedback/status-chip.tsx'
import { Timeline } from '../../ui/layout/timeline.tsx'
import { eventText } from './labels.ts'

interface Props {
  dispute: DisputeView
  now: Date
}

type Upload = DisputeView['evidence'][number]['file']

/** Statements of both sides. */
export function Statements({ dispute, now }: Props) {
  const { statement, response, desiredOutcome, openedBy, status, customer, createdAt } = dispute
  const you = t`You`
  const [opener, other] = openedBy === 'PROVIDER' ? [you, customer.name] : [customer.name, you]
  return (
    <Section title={<Trans>Statements</Trans>}>
      <Statement who={opener} text={statement} at={createdAt} now={now} wish={desiredOutcome} />
      {response ? (
        <Statement who={other} text={response.statement} at={response.at} now={now} />
      ) : (
        <p className="text-text-muted">
          {status === 'OPEN' ? (
            openedBy === 'PROVIDER' ? (
              <Trans>{other} hasn't replied yet.</Trans>
            ) : (
              <Trans>You haven't replied yet.</Trans>
            )
          ) : openedBy === 'PROVIDER' ? (
            <Trans>{other} didn't reply.</Trans>
          ) : (
            <Trans>You didn't reply.</Trans>
          )}
        </p>
      )}
    </Section>
  )
}

function Statement(props: { who: string; text: string; at: string; now: Date; wish?: string | null }) {
  const { who, text, at, now, wish } = props
  return (
    <Card className="grid gap-2 p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span dir="auto" className="font-semibold">
          {who}
        </span>
        <time dateTime={at} className="text-sm text-text-muted">
          {momentText(at, ownTimeZone(), now)}
        </time>
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {wish && (
        <p className="text-sm wrap-anywhere">
          <span className="text-text-muted">
            <Trans>Wanted outcome:</Trans>
          </span>{' '}
          {wish}
        </p>
      )}
    </Card>
  )
}

const proposalStates: Record<DisputeProposal['status'], [tone: Tone, label: MessageDescriptor]> = {
  PENDING: ['accent', msg`Pending`],
  ACCEPTED: ['success', msg`Accepted`],
  DECLINED: ['neutral', msg`Declined`],
  SUPERSEDED: ['neutral', msg`Replaced`],
  LAPSED: ['neutral', msg`Lapsed`],
}

function ProposalChip({ status }: Pick<DisputeProposal, 'status'>) {
  const [tone, label] = proposalStates[status]
  return <Chip tone={tone}>{i18n._(label)}</Chip>
}

/** Proposals, newest first; the latest can be accepted, declined or countered. */
export function Proposals(
  props: Props & {
    busy: boolean
    disabled: boolean
    onAccept: () => void
    onDecline: (id: string) => void
    onCounter: (() => void) | undefined
  },
) {
  const { dispute, now, busy, disabled, onAccept, onDecline, onCounter } = props
  const { proposals, proposalsLeft, status, customer, amountInDispute } = dispute
  if (proposals.length === 0) return null
  return (
    <Section
      title={<Trans>Proposals</Trans>}
      description={
        status === 'NEGOTIATION' && (
          <Plural value={proposalsLeft} _0="No proposals left" one="# proposal left" other="# proposals left" />
        )
      }
    >
      <ul className="grid gap-3">
        {proposals.toReversed().map((proposal) => (
          <li key={proposal.id}>
            <Card className="grid gap-3 p-5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <p className="font-semibold">
                  {proposal.by === 'PROVIDER' ? <Trans>You proposed</Trans> : <Trans>{customer.name} proposed</Trans>}
                </p>
                <ProposalChip status={proposal.status} />
              </div>
              {proposal.amountToProvider && amountInDispute && (
                <p className="text-lg font-semibold tabular-nums">
                  <Trans>
                    {moneyText(proposal.amountToProvider)} of {moneyText(amountInDispute)} for you
                  </Trans>
                </p>
              )}
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {proposal.note}
              </p>
              <time dateTime={proposal.at} className="text-sm text-text-muted">
                {momentText(proposal.at, ownTimeZone(), now)}
              </time>
              {proposal.isMineToAnswer && (
                <div className="flex flex-wrap gap-2">
                  <Button busy={busy} disabled={disabled} onClick={onAccept}>
                    <Trans>Accept</Trans>
                  </Button>
                  {onCounter && (
                    <Button variant="secondary" disabled={disabled || busy} onClick={onCounter}>
                      <Trans>Propose something else</Trans>
                    </Button>
                  )}
                  <Button variant="quiet" disabled={disabled || busy} onClick={() => onDecline(proposal.id)}>
                    <Trans>Decline</Trans>
                  </Button>
                </div>
              )}
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Evidence of both sides. */
export function Evidence({ dispute, now }: Props) {
  const { evidence, evidenceLeft, customer } = dispute
  const isOpen = dispute.allowedActions.includes('evidence')
  if (evidence.length === 0 && !isOpen) return null
  return (
    <Section
      title={<Trans>Evidence</Trans>}
      description={
        isOpen && <Plural value={evidenceLeft} one="You can add # more file" other="You can add # more files" />
      }
    >
      {evidence.length === 0 ? (
        <p className="text-text-muted">
          <Trans>Nothing added yet.</Trans>
        </p>
      ) : (
        <ul className="grid gap-3">
          {evidence.map(({ id, by, note, at, file }) => (
            <li key={id} className="flex items-start gap-3">
              <FileTile file={file} />
              <div className="grid min-w-0 flex-1">
                <span className="font-semibold">{by === 'PROVIDER' ? t`You` : customer.name}</span>
                {note && (
                  <span dir="auto" className="wrap-anywhere">
                    {note}
                  </span>
                )}
                <time dateTime={at} className="text-sm text-text-muted">
                  {momentText(at, ownTimeZone(), now)}
                </time>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Picture, or another file by its name; opens in a new tab. */
function FileTile({ file }: { file: Upload }) {
  return (
    <a
      href={file.url}
      target="_blank"
      rel="noreferrer"
      aria-label={t`Open ${file.name}`}
      className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-surface-sunken"
    >
      {file.mime.startsWith('image/') ? (
        <img src={file.url} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <span className="grid place-items-center gap-1 p-1 text-center">
          <Paperclip size={18} aria-hidden="true" className="text-text-muted" />
          <span dir="auto" className="line-clamp-2 text-xs wrap-anywhere">
            {file.name}
          </span>
        </span>
      )}
    </a>
  )
}

/** Evidence that was collected automatically, which the customer and support see too. */
export function EvidenceBundle({ dispute: { evidencePack: bundle, customer }, now }: Props) {
  if (!bundle) return null
  const { chat, photos, documents, timeline, assembledAt } = bundle
  const collected = momentWithin(assembledAt, ownTimeZone(), now)
  const links: Record<(typeof documents)[number]['type'], { to: (id: string) => string; label: string }> = {
    BOOKING: { to: paths.booking, label: t`Booking` },
    CONTRACT: { to: paths.contract, label: t`Contract` },
    OFFER: { to: paths.offer, label: t`Offer` },
    INVOICE: { to: paths.invoice, label: t`Invoice` },
  }
  return (
    <Section
      title={<Trans>Collected automatically</Trans>}
      description={<Trans>As of {collected}. Both sides and our team see the same.</Trans>}
    >
      <Card className="grid gap-4 p-5">
        {photos.length > 0 && (
          <ul aria-label={t`Photos and documents`} className="flex flex-wrap gap-2">
            {photos.map((file) => (
              <li key={file.id}>
                <FileTile file={file} />
              </li>
            ))}
          </ul>
        )}
        <ul className="flex flex-wrap gap-x-4">
          {documents.map(({ type, id, label }) => (
            <li key={id}>
              <Link
                to={links[type].to(id)}
                className="inline-flex min-h-9 items-center font-semibold underline pointer-coarse:min-h-11"
              >
                {[links[type].label, label].filter(Boolean).join(' ')}
              </Link>
            </li>
          ))}
        </ul>
        <details>
          <summary className="inline-flex min-h-11 items-center font-semibold underline">
            <Plural value={chat.length} _0="No messages" one="# message" other="# messages" />
          </summary>
          <ol className="grid gap-3 pt-2">
            {chat.map(({ at, by, author, text }, index) => (
              <li key={index} className="grid gap-0.5">
                <span className="text-sm text-text-muted">
                  {by === 'PROVIDER' ? t`You` : author || customer.name} · {momentText(at, ownTimeZone(), now)}
                </span>
                <span dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {text}
                </span>
              </li>
            ))}
          </ol>
        </details>
        <p className="text-sm text-text-muted">
          <Plural value={timeline.length} one="# timeline entry" other="# timeline entries" />
        </p>
      </Card>
    </Section>
  )
}

/** History of a dispute, newest first. */
export function History({ dispute: { timeline, customer }, now }: Props) {
  return (
    <Section title={<Trans>History</Trans>}>
      <Timeline
        items={timeline.toReversed().map((entry) => ({
          id: entry.id,
          title: eventText(entry),
          detail: entry.actor.type !== 'SYSTEM' && (
            <>
              {entry.actor.type === 'PROVIDER' ? t`You` : entry.actor.type === 'CUSTOMER' ? customer.name : t`Our team`}
              {/* What else was written is shown above. */}
              {entry.data['what'] === 'DECLINED' && typeof entry.data['note'] === 'string' && (
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {entry.data['note']}
                </p>
              )}
            </>
          ),
          at: momentText(entry.at, ownTimeZone(), now),
          dateTime: entry.at,
        }))}
      />
    </Section>
  )
}
