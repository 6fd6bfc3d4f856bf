import { useQuery } from '@tanstack/react-query'
import { CalendarCheck, CircleDot, Clock, X } from 'lucide-react'
import { History, type HistoryProps } from '../../../shared/history.tsx'
import { bookingTimelineQuery } from '../api.ts'
import { historyEntryOf } from './history-labels.ts'

const eventStyles: HistoryProps['styles'] = {
  'booking.requested': { Icon: CircleDot, tone: 'accent' },
  'booking.confirmed': { Icon: CalendarCheck, tone: 'info' },
  'booking.declined': { Icon: X, tone: 'neutral' },
  'booking.cancelled': { Icon: X, tone: 'neutral' },
  'booking.expired': { Icon: Clock, tone: 'neutral' },
}

/** Timeline of a booking. */
export const BookingHistory = ({ id, now }: { id: string; now: Date }) => (
  <History query={useQuery(bookingTimelineQuery(id))} now={now} describe={historyEntryOf} styles={eventStyles} />
)
