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
  const { sheet, answer, ...sheetProps } = props
  const { booking, onClose } = sheetProps
  switch (sheet) {
    case 'decline':
      return (
        <DeclineDialog
          onClose={onClose}
          bookingId={booking.id}
          customer={booking.customer.name}
          onDecline={(words) => answer.mutate({ booking, answer: { action: 'decline', ...words } })}
        />
      )
    case 'complete':
      return <CompleteSheet {...sheetProps} />
    case 'pause':
      return <PauseSheet {...sheetProps} />
    case 'start-code':
      return <StartCodeSheet {...sheetProps} />
    case 'reschedule':
      return <RescheduleSheet {...sheetProps} />
    case 'late':
      return <LateSheet {...sheetProps} />
    case 'cancel':
      return <CancelSheet {...sheetProps} />
    case 'report-no-show':
      return <NoShowSheet {...sheetProps} />
    case 'reopen':
      return <ReopenSheet {...sheetProps} />
    case 'rebook':
      return <RebookSheet {...sheetProps} />
    case 'contact-attempts':
      return <ContactSheet {...sheetProps} />
    case 'contest-cancellation':
    case 'contest-no-show':
      return <ContestSheet {...sheetProps} of={sheet} />
    case 'adjust':
      return <AdjustSheet {...sheetProps} />
    case 'repeat':
      return <RepeatSheet {...sheetProps} />
    case 'series':
      return (
        <Suspense fallback={null}>
          <SeriesSheet
            seriesId={booking.seriesId ?? ''}
            {...(booking.occurrenceIndex !== null && { index: booking.occurrenceIndex })}
            now={sheetProps.now}
            onClose={onClose}
          />
        </Suspense>
      )
  }
}
