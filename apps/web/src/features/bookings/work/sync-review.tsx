import type { OtherJob } from '@fettle/protocol/bookings/actions'
import type { BookingDetails, PauseReason } from '@fettle/protocol/bookings'
import type { ChecklistType } from '@fettle/protocol/bookings/checklists'
import { useQueryClient } from '@tanstack/react-query'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatter, momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { offlineQueue } from '../../../lib/offline/device-queue.ts'
import { useNow } from '../../../lib/browser/now.ts'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { jobInProgress } from '../../../shared/other-job/job-in-progress.ts'
import { KeepLabel, PauseLabel } from '../../../shared/other-job/button-labels.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { BookingChip } from '../../../shared/bookings/booking-chip.tsx'
import { bookingQuery } from '../api.ts'
import { actionLabel } from '../booking-labels.ts'
import { isWorkTransition, type OfflineAction } from '../offline/offline-actions.ts'
import { useBookingMutations } from '../offline/use-offline-actions.ts'
import { pauseReasonLabel } from '../sheets/reason-labels.ts'

const actionNames: Partial<Record<OfflineAction, MessageDescriptor>> = {
  photo: msg`Add a photo`,
  checklist: msg`Checklist answer`,
  note: msg`Private note`,
  contact: msg`Contact attempt`,
  'timer-start': msg`Start the timer`,
  'timer-stop': msg`Stop the timer`,
}

const nameOf = (kind: string): string => {
  if (isWorkTransition(kind)) return actionLabel(kind)
  const found = actionNames[kind as OfflineAction]
  return found ? i18n._(found) : kind
}

/** Review of refused changes: the local and the server's state side by side, and the choice. */
export function SyncReview({ booking }: { booking: BookingDetails }) {
  const client = useQueryClient()
  const mutations = useBookingMutations(booking.id)
  const first = mutations.find(({ state }) => state === 'review')
  const now = useNow()
  if (!first) return null
  // The page shows the optimistic state; this is the server's.
  const server = client.getQueryData(bookingQuery(booking.id).queryKey) ?? booking
  const held = mutations.length - 1
  const other = jobInProgress(first.refusal)
  const send = (otherJob: OtherJob) => void offlineQueue.retry(first.id, { ...first.payload, otherJob })
  return (
    <section
      aria-label={t`Needs review`}
      className="grid gap-4 rounded-card border border-danger bg-surface-raised p-4"
    >
      <div>
        <h2 className="font-semibold text-danger">
          <Trans>Needs review</Trans>
        </h2>
        <p className="text-sm">{first.refusal?.message}</p>
      </div>
      <div className="grid grid-cols-2 gap-4">
        <ReviewSide title={<Trans>Your version</Trans>}>
          <LocalVersion booking={booking} mutation={first} now={now} />
        </ReviewSide>
        <ReviewSide title={<Trans>Saved version</Trans>}>
          <p>
            <BookingChip state={server.status} />
          </p>
          <p className="text-sm text-text-muted">{momentText(server.updatedAt, ownTimeZone(), now)}</p>
        </ReviewSide>
      </div>
      {held > 0 && (
        <p className="text-sm text-text-muted">
          <Trans>Your later changes to this job wait until you choose.</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <TransientButton variant="secondary" onClick={() => void offlineQueue.discard(first.id)}>
          <Trans>Use saved version</Trans>
        </TransientButton>
        {other ? (
          <>
            <TransientButton variant="secondary" onClick={() => send('KEEP_RUNNING')}>
              <KeepLabel other={other} />
            </TransientButton>
            <TransientButton onClick={() => send('PAUSE')}>
              <PauseLabel other={other} step={first.kind} />
            </TransientButton>
          </>
        ) : (
          <TransientButton onClick={() => void offlineQueue.retry(first.id)}>
            <Trans>Keep mine</Trans>
          </TransientButton>
        )}
      </div>
    </section>
  )
}

const ReviewSide = ({ title, children }: { title: React.ReactNode; children: React.ReactNode }) => (
  <div className="grid content-start gap-1">
    <h3 dir="auto" className="text-sm font-semibold text-text-muted">
      {title}
    </h3>
    {children}
  </div>
)

/** A checklist answer as text. The answers of other items are words of the provider. */
function answerText(type: ChecklistType | undefined, value: unknown): unknown {
  if (typeof value === 'number') return formatter().number(value)
  if (type !== 'PASS_FAIL') return value
  return value === 'PASS' ? t`Pass` : value === 'FAIL' ? t`Fail` : undefined
}

interface LocalVersionProps {
  booking: BookingDetails
  mutation: QueuedMutation
  now: Date
}

function LocalVersion({ booking, mutation, now }: LocalVersionProps) {
  const { summary, text, reasonCode, itemId, value } = mutation.payload
  const item = booking.checklist.find(({ id }) => id === itemId)
  // Pausing is the only queued action with a reason.
  const reason = reasonCode === undefined ? undefined : pauseReasonLabel(reasonCode as PauseReason)
  const details = [item?.label, summary, text, answerText(item?.type, value), reason].filter(
    (detail) => typeof detail === 'string' && detail !== '',
  )
  return (
    <>
      <p className="font-semibold">{nameOf(mutation.kind)}</p>
      {details.map((detail, index) => (
        <p key={index} className="text-sm whitespace-pre-line">
          {String(detail)}
        </p>
      ))}
      <p className="text-sm text-text-muted">{momentText(mutation.occurredAt, ownTimeZone(), now)}</p>
    </>
  )
}
