import type { CalendarView } from '@fettle/protocol/availability/calendar'
import type { BookingStatus } from '@fettle/protocol/bookings'
import { t } from '@lingui/core/macro'
import { durationText } from '../../../lib/format/dates.ts'
import { softTone, type Tone } from '../../../ui/feedback/status-chip.tsx'
import { paths } from '../../../routing/paths.ts'
import type { CalendarEntry } from './layout/calendar-entries.ts'

const tones: Partial<Record<BookingStatus, Tone>> = {
  PAUSED: 'warning',
  AWAITING_CONFIRMATION: 'warning',
  COMPLETED: 'success',
  DISPUTED: 'danger',
}

/** Styles of a calendar block: blocks that are no bookings are grey, requests and holds have a dashed edge. */
export function blockClassOf({ kind, status }: CalendarEntry): string {
  if (kind === 'booking' && status === 'REQUESTED')
    return `border-2 border-dashed border-accent-text ${softTone.accent}`
  if (kind === 'booking') return softTone[(status && tones[status]) ?? 'info']
  if (kind === 'visit') return softTone.info
  return kind === 'hold' ? `border-2 border-dashed border-line-strong ${softTone.neutral}` : softTone.neutral
}

/** Address of a block's page; undefined for blocks without one. `hrefOf` returns the address of a booking. */
export function linkOf({ kind, id }: CalendarEntry, hrefOf: (id: string) => string): string | undefined {
  switch (kind) {
    case 'booking':
      return hrefOf(id)
    case 'visit':
      return paths.series(id)
    case 'hold':
      return id.startsWith('bkg_') ? hrefOf(id) : paths.offer(id)
    case 'off':
    case 'busy':
      return undefined
  }
}

/** Names the kind of a block, because colour alone is not accessible. */
export function nameOf({ kind, title }: CalendarEntry): string {
  switch (kind) {
    case 'booking':
      return title
    case 'visit':
      return t`${title} (repeats)`
    case 'hold':
      return t`Held: ${title}`
    case 'off':
      return title || t`Time off`
    case 'busy':
      return title || t`Busy`
  }
}

export type DayLoad = CalendarView['days'][number]

/** Formats a day's load as `3 h`. Requests and held times are no load. */
export function shortLoad(load: DayLoad | undefined): string {
  if (!load) return ''
  if (load.loadMinutes > 0) return durationText(load.loadMinutes)
  return load.workingMinutes === 0 ? t`Closed` : t`No jobs`
}

/** Formats a day's load as `3 h of 8 h`. */
export function loadText(load: DayLoad | undefined): string {
  if (!load || load.loadMinutes === 0 || load.workingMinutes === 0) return shortLoad(load)
  const worked = durationText(load.loadMinutes)
  const whole = durationText(load.workingMinutes)
  return t`${worked} of ${whole}`
}
