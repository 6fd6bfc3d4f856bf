import type { Review } from '@fettle/protocol/reviews'
import { reviewAspects } from '@fettle/protocol/reviews/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { dayName, ownTimeZone } from '../../lib/format/dates.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Countdown } from '../../ui/dates/countdown.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Chip, StatusChip } from '../../ui/feedback/status-chip.tsx'
import { Stars } from './stars.tsx'
import { aspectLabel, contestReasonLabel, contestText } from './labels.ts'
import { ReplyForm } from './reply-form.tsx'
import { ContestSheet } from './contest-sheet.tsx'

interface ItemProps {
  review: Review
  now: Date
  /** Whether to name the reviewed work; false on its own page. */
  namesWork?: boolean
  /** Opens the reply form initially. */
  opensReply?: boolean
}

/** One review with reply and actions. */
export function ReviewItem({ review, now, namesWork = true, opensReply = false }: ItemProps) {
  const { customer, work, rating, comment, status, allowedActions } = review
  const canReply = allowedActions.includes('reply')
  const [isReplying, setReplying] = useState(opensReply && canReply)
  const [isContesting, setContesting] = useState(false)
  const day = dayName(review.publishedAt, ownTimeZone(), now)
  const article = useRef<HTMLElement>(null)
  const closeReply = () => {
    setReplying(false)
    // The form goes away: the focus stays at the review.
    article.current?.focus()
  }
  return (
    <article ref={article} tabIndex={-1} aria-label={t`Review by ${customer.name}`} className="grid gap-3 outline-none">
      <header className="flex items-start gap-3">
        <Avatar name={customer.name} src={customer.avatar} size="sm" />
        <div className="grid min-w-0 flex-1 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span dir="auto" className="font-semibold">
              {customer.name}
            </span>
            <Stars value={rating} />
            {status === 'UNDER_REVIEW' && <StatusChip state={status} />}
            {status === 'HIDDEN' && (
              <Chip>
                <Trans>Hidden</Trans>
              </Chip>
            )}
          </div>
          <p className="text-sm text-text-muted">
            {day}
            {namesWork && (
              <>
                {' · '}
                <Link
                  dir="auto"
                  to={work.type === 'BOOKING' ? paths.booking(work.id) : paths.contract(work.id)}
                  className="underline hover:text-text"
                >
                  {work.title}
                </Link>
              </>
            )}
          </p>
        </div>
      </header>
      {comment && (
        <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
          {comment}
        </p>
      )}
      <Aspects review={review} />
      <Photos review={review} />
      {review.hidden && (
        <Banner title={<Trans>Nobody else can see this review, and it isn't counted.</Trans>}>
          <bdi>{review.hidden.reason}</bdi>
        </Banner>
      )}
      {review.contest && (
        <p className="text-sm text-text-muted">
          {contestText(review.contest.status)} {contestReasonLabel(review.contest.reasonCode)}.{' '}
          {review.contest.disputeId && (
            <Link to={paths.dispute(review.contest.disputeId)} className="underline hover:text-text">
              <Trans>See the dispute</Trans>
            </Link>
          )}
        </p>
      )}
      {review.reply && !isReplying && <Reply review={review} now={now} onEdit={() => setReplying(true)} />}
      {isReplying && <ReplyForm review={review} onClose={closeReply} />}
      {!isReplying && (canReply || allowedActions.includes('contest')) && (
        <div className="flex flex-wrap gap-2">
          {canReply && (
            <Button
              size="sm"
              variant="secondary"
              aria-label={t`Reply: ${customer.name}`}
              onClick={() => setReplying(true)}
            >
              <Trans>Reply</Trans>
            </Button>
          )}
          {allowedActions.includes('contest') && (
            <Button
              size="sm"
              variant="quiet"
              aria-label={t`Contest: ${customer.name}`}
              onClick={() => setContesting(true)}
            >
              <Trans>Contest</Trans>
            </Button>
          )}
        </div>
      )}
      {isContesting && <ContestSheet review={review} now={now} onClose={() => setContesting(false)} />}
    </article>
  )
}

function Aspects({ review: { aspects } }: { review: Review }) {
  const ratedAspects = reviewAspects.filter((aspect) => aspects[aspect] !== null)
  if (ratedAspects.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {ratedAspects.map((aspect) => (
        <div key={aspect} className="flex gap-1.5">
          <dt className="text-text-muted">{aspectLabel(aspect)}</dt>
          <dd className="font-semibold tabular-nums">
            {aspects[aspect]}
            <span className="sr-only"> {t`of 5`}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Photos({ review: { photos, customer } }: { review: Review }) {
  const [shown, setShown] = useState<(typeof photos)[number]>()
  if (photos.length === 0) return null
  const name = customer.name
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {photos.map((photo, index) => {
          const number = index + 1
          return (
            <li key={photo.id}>
              <button
                type="button"
                onClick={() => setShown(photo)}
                className="block size-20 overflow-hidden rounded-control bg-surface-sunken"
              >
                <img
                  src={photo.url}
                  alt={t`Photo ${number} of ${name}`}
                  loading="lazy"
                  className="size-full object-cover"
                />
              </button>
            </li>
          )
        })}
      </ul>
      {shown && (
        <Dialog onClose={() => setShown(undefined)} title={<Trans>A photo of {name}</Trans>}>
          <img src={shown.url} alt="" className="mx-auto max-h-[70dvh] rounded-control" />
        </Dialog>
      )}
    </>
  )
}

function Reply({ review, now, onEdit }: { review: Review; now: Date; onEdit: () => void }) {
  const { reply, allowedActions } = review
  if (!reply) return null
  const day = dayName(reply.at, ownTimeZone(), now)
  return (
    <div className="grid gap-1.5 rounded-control border-s-4 border-line-strong bg-surface-sunken p-3">
      <p className="text-sm text-text-muted">
        <Trans>Your reply, {day}</Trans>
      </p>
      <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
        {reply.text}
      </p>
      {allowedActions.includes('edit-reply') && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <Button size="sm" variant="quiet" onClick={onEdit}>
            <Trans>Change</Trans>
          </Button>
          <Countdown until={reply.editableUntil} over={t`You can no longer change it.`} />
        </p>
      )}
    </div>
  )
}
