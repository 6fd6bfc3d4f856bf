import type { OfferDetails } from '@fettle/protocol/offers'
import { useQuery } from '@tanstack/react-query'
import { Ban, BellRing, CalendarPlus, CircleCheck, CircleDot, Clock, Eye, Pencil, Send, Undo2 } from 'lucide-react'
import { History, type HistoryProps } from '../../../shared/history.tsx'
import { offerTimelineQuery } from '../api.ts'
import { offerHistoryEntryOf } from '../labels.ts'

const eventStyles: HistoryProps['styles'] = {
  'offer.requested': { Icon: CircleDot, tone: 'accent' },
  'offer.drafted': { Icon: Pencil, tone: 'neutral' },
  'offer.sent': { Icon: Send, tone: 'info' },
  'offer.viewed': { Icon: Eye, tone: 'info' },
  'offer.changes_requested': { Icon: Pencil, tone: 'accent' },
  'offer.accepted': { Icon: CircleCheck, tone: 'success' },
  'offer.converted': { Icon: CircleCheck, tone: 'success' },
  'offer.acceptance_undone': { Icon: Undo2, tone: 'neutral' },
  'offer.reminded': { Icon: BellRing, tone: 'neutral' },
  'offer.auto_remind_changed': { Icon: BellRing, tone: 'neutral' },
  'offer.extended': { Icon: CalendarPlus, tone: 'neutral' },
  'offer.withdrawn': { Icon: Ban, tone: 'neutral' },
  'offer.passed': { Icon: Ban, tone: 'neutral' },
  'offer.cancelled': { Icon: Ban, tone: 'neutral' },
  'offer.declined': { Icon: Ban, tone: 'neutral' },
  'offer.expired': { Icon: Clock, tone: 'neutral' },
}

/** History of an offer. */
export const OfferHistory = ({ offer, now }: { offer: Pick<OfferDetails, 'id' | 'timeZone'>; now: Date }) => (
  <History
    query={useQuery(offerTimelineQuery(offer.id))}
    now={now}
    describe={(entry) => offerHistoryEntryOf(entry, offer.timeZone)}
    styles={eventStyles}
  />
)
