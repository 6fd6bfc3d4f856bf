import type { CalendarView } from '@fettle/protocol/availability/calendar'
import type { BookingStatus } from '@fettle/protocol/bookings'

export type BlockKind = 'booking' | 'visit' | 'hold' | 'off' | 'busy'

/** A record that occupies time in the calendar. */
export interface CalendarEntry {
  key: string
  kind: BlockKind
  id: string
  title: string
  who: string
  /** Photo of the customer. */
  avatar: string | null
  status?: BookingStatus
  startAt: string
  endAt: string
  /** Another time may be proposed. */
  movable: boolean
  /** A request that awaits the provider's answer. */
  canAccept: boolean
  /** Estimated travel to it, in minutes. */
  travelMinutes: number | null
  /** The travel takes longer than the time since the job before. */
  isTight: boolean
}

/** These bookings occupy no time. */
const finalStatuses: ReadonlySet<BookingStatus> = new Set(['DECLINED', 'EXPIRED', 'CANCELLED', 'NO_SHOW'])

/** Entries that occupy time in the calendar's range, by start: bookings, visits, holds, time off and external events. */
export function entriesOf(view: CalendarView): CalendarEntry[] {
  const entry = (
    kind: BlockKind,
    fields: Pick<CalendarEntry, 'id' | 'title' | 'startAt' | 'endAt'> & Partial<CalendarEntry>,
  ): CalendarEntry => ({
    who: '',
    avatar: null,
    movable: false,
    canAccept: false,
    travelMinutes: null,
    isTight: false,
    ...fields,
    kind,
    key: `${kind} ${fields.id} ${fields.startAt}`,
  })
  return [
    ...view.bookings
      .filter(({ status }) => !finalStatuses.has(status))
      .map(
        ({
          id,
          title,
          customerName,
          customerAvatar,
          status,
          startAt,
          endAt,
          canAccept,
          canMove,
          travelMinutes,
          isTight,
        }) =>
          entry('booking', {
            id,
            title,
            who: customerName,
            avatar: customerAvatar,
            status,
            startAt,
            endAt,
            movable: canMove,
            canAccept,
            travelMinutes,
            isTight,
          }),
      ),
    ...view.occurrences.map(({ seriesId, title, customerName, customerAvatar, startAt, endAt }) =>
      entry('visit', { id: seriesId, title, who: customerName, avatar: customerAvatar, startAt, endAt }),
    ),
    ...view.holds.map(({ id, title, customerName, customerAvatar, startAt, endAt }) =>
      entry('hold', { id, title, who: customerName ?? '', avatar: customerAvatar, startAt, endAt }),
    ),
    ...view.timeOff.map(({ id, title, startAt, endAt }) => entry('off', { id, title, startAt, endAt })),
    ...view.external.map(({ id, title, startAt, endAt }) => entry('busy', { id, title, startAt, endAt })),
  ].sort((one, other) => one.startAt.localeCompare(other.startAt))
}
