import { lazy, Suspense } from 'react'
import { DeclineDialog } from '../../../shared/bookings/decline-dialog.tsx'
import type { BookingSheetName } from '../sheet-names.ts'
import type { useAnswer } from '../detail/use-answer.ts'
import { AdjustSheet } from './adjust-sheet.tsx'
import { CancelSheet } from './cancel-sheet.tsx'
import { ContactSheet, ContestSheet, NoShowSheet, ReopenSheet } from './note-sheets.tsx'
import { CompleteSheet } from './complete-sheet.tsx'
import { PauseSheet, StartCodeSheet } from './on-site-sheets.tsx'
import { LateSheet, RebookSheet, RescheduleSheet } from './time-sheets.tsx'
import { RepeatSheet } from '../series/repeat-sheet.tsx'
import type { BookingSheetProps } from './form-sheet.tsx'

// Few bookings are visits of a series.
const SeriesSheet = lazy(async () => ({ default: (await import('../series/series-sheet.tsx')).SeriesSheet }))

/** Renders the requested sheet. */
export function Sheets(props: BookingSheetProps & { sheet: BookingSheetName; answer: ReturnType<typeof useAnswer> }) {
  const { sheet, answer, ...given } = props
  const { booking, onClose } = given
  switch (sheet) {
    case 'decline':
      return (
        <DeclineDialog
          open
          onClose={onClose}
          bookingId={booking.id}
          customer={booking.customer.name}
          onDecline={(words) => answer.mutate({ booking, answer: { action: 'decline', ...words } })}
        />
      )
    case 'complete':
      return <CompleteSheet {...given} />
    case 'pause':
      return <PauseSheet {...given} />
    case 'start-code':
      return <StartCodeSheet {...given} />
    case 'reschedule':
      return <RescheduleSheet {...given} />
    case 'late':
      return <LateSheet {...given} />
    case 'cancel':
      return <CancelSheet {...given} />
    case 'report-no-show':
      return <NoShowSheet {...given} />
    case 'reopen':
      return <ReopenSheet {...given} />
    case 'rebook':
      return <RebookSheet {...given} />
    case 'contact-attempts':
      return <ContactSheet {...given} />
    case 'contest-cancellation':
    case 'contest-no-show':
      return <ContestSheet {...given} of={sheet} />
    case 'adjust':
      return <AdjustSheet {...given} />
    case 'repeat':
      return <RepeatSheet {...given} />
    case 'series':
      return (
        <Suspense fallback={null}>
          <SeriesSheet
            seriesId={booking.seriesId ?? ''}
            {...(booking.occurrenceIndex !== null && { index: booking.occurrenceIndex })}
            now={given.now}
            onClose={onClose}
          />
        </Suspense>
      )
  }
}
