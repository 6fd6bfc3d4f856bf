import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { agoText, longDay } from '../../../lib/format/dates.ts'
import { reasonText } from '../../../lib/format/reason-text.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { deadlineOf, isUnsent } from '../offer-deadline.ts'
import { nextStep } from '../next-step.ts'
import { lostReasonLabel } from '../labels.ts'

export interface OfferStateNotesProps {
  offer: OfferDetails
  now: Date
  /** The editor is open. */
  writing: boolean
  onRevise: () => void
  /** Called when the deadline passes while the page is open. */
  onOver: () => void
}

/** Explains the status: the deadline, requested changes, or why the offer was lost. */
export function StateNotes({ offer, now, writing, onRevise, onOver }: OfferStateNotesProps) {
  const { status, customer, convertedTo, changesRequested, draftRevision, revisionNumber } = offer
  const name = customer.name
  const next = (revisionNumber ?? 0) + 1
  const mayConvert = offer.allowedActions.includes('convert')
  return (
    <>
      <Deadline offer={offer} now={now} onOver={onOver} />
      {status === 'CHANGES_REQUESTED' && changesRequested && (
        <Banner tone="warning" title={<Trans>{name} asked for changes</Trans>}>
          <p>
            <bdi>{changesRequested.note}</bdi>
          </p>
          <Named offer={offer} ids={changesRequested.lineIds} />
        </Banner>
      )}
      {!isUnsent(offer) && draftRevision && !writing && (
        <Banner
          tone="info"
          title={<Trans>You're editing revision {next}</Trans>}
          action={
            offer.allowedActions.includes('draft') &&
            nextStep(offer) !== 'revise' && (
              <Button size="sm" variant="secondary" onClick={onRevise}>
                <Trans>Continue editing</Trans>
              </Button>
            )
          }
        >
          <Trans>The customer sees the sent version until you send the new one.</Trans>
        </Banner>
      )}
      {!isUnsent(offer) && writing && status !== 'CHANGES_REQUESTED' && (
        <Banner tone="info">
          <Trans>You're editing revision {next}. The customer sees the sent version until you send it.</Trans>
        </Banner>
      )}
      {convertedTo && !mayConvert && (
        <Banner
          tone="success"
          title={
            convertedTo.type === 'BOOKING' ? <Trans>This is now a job</Trans> : <Trans>This is now a contract</Trans>
          }
        />
      )}
      {offer.bookingId !== null && offer.bookingId !== convertedTo?.id && (
        <p className="text-sm">
          <Link
            to={paths.booking(offer.bookingId)}
            className="inline-flex min-h-9 items-center font-semibold underline"
          >
            <Trans>Open the booking</Trans>
          </Link>
        </p>
      )}
      {offer.lostReason && <Lost offer={offer} lost={offer.lostReason} now={now} />}
      {(status === 'ACCEPTED' || mayConvert) && offer.needsContract && (
        <Banner tone="info" title={<Trans>This work needs a contract</Trans>}>
          <Trans>It's booked once you've both signed.</Trans>
        </Banner>
      )}
    </>
  )
}

/** Names of the lines the customer mentioned. */
function Named({ offer, ids }: { offer: OfferDetails; ids: readonly string[] }) {
  const named = offer.currentRevision?.content.lineItems.filter(({ id }) => ids.includes(id)) ?? []
  if (named.length === 0) return null
  return (
    <ul className="mt-1 list-disc ps-5">
      {named.map(({ id, name }) => (
        <li dir="auto" key={id}>
          {name}
        </li>
      ))}
    </ul>
  )
}

function Deadline({ offer, now, onOver }: { offer: OfferDetails; now: Date; onOver: () => void }) {
  const until = deadlineOf(offer)
  if (!until) return null
  const { customer, lastViewedAt, status, timeZone } = offer
  const name = customer.name
  const unsent = isUnsent(offer)
  const day = longDay(until, timeZone)
  const seen = lastViewedAt ? agoText(lastViewedAt, now) : undefined
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface-sunken px-4 py-3">
      <p className="font-medium">
        {unsent ? (
          <Trans>Time to reply</Trans>
        ) : status === 'CHANGES_REQUESTED' ? (
          <Trans>Waiting for you</Trans>
        ) : (
          <Trans>Waiting for {name}</Trans>
        )}
        <Small>
          {unsent
            ? null
            : status === 'CHANGES_REQUESTED'
              ? t`The sent version is valid until ${day}.`
              : seen
                ? t`Last viewed ${seen}. Valid until ${day}.`
                : t`Not viewed yet. Valid until ${day}.`}
        </Small>
      </p>
      <Countdown until={until} over={t`Time is up`} onOver={onOver} className="text-lg" />
    </div>
  )
}

const Small = ({ children }: { children: ReactNode }) =>
  children ? <span className="block text-sm font-normal text-text-muted">{children}</span> : null

type LostReason = NonNullable<OfferDetails['lostReason']>

function Lost({ offer, lost, now }: { offer: OfferDetails; lost: LostReason; now: Date }) {
  const { status, customer } = offer
  const name = customer.name
  const when = agoText(lost.at, now)
  const title = (() => {
    switch (status) {
      case 'DECLINED':
        return t`${name} declined ${when}`
      case 'WITHDRAWN':
        return t`You withdrew the offer ${when}`
      case 'PASSED':
        return t`You chose not to quote ${when}`
      case 'EXPIRED':
        return t`Expired ${when}`
      default:
        return lost.by === 'PROVIDER' ? t`You cancelled it ${when}` : t`${name} cancelled it ${when}`
    }
  })()
  const reason = reasonText(lost.reasonCode, lost.note, (reason) => lostReasonLabel(status, reason))
  return (
    <Banner tone="info" title={title}>
      {reason}
    </Banner>
  )
}
