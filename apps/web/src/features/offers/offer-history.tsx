import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleDot, Clock, Eye, Pencil, Send } from 'lucide-react'
import { History, type HistoryProps } from '../../shared/history.tsx'
import { offerTimelineQuery } from './api.ts'
import { happening } from './words.ts'

const looks: HistoryProps['looks'] = {
  'offer.requested': { Icon: CircleDot, tone: 'accent' },
  'offer.drafted': { Icon: Pencil, tone: 'neutral' },
  'offer.sent': { Icon: Send, tone: 'info' },
  'offer.viewed': { Icon: Eye, tone: 'info' },
  'offer.changes_requested': { Icon: Pencil, tone: 'accent' },
  'offer.accepted': { Icon: CircleCheck, tone: 'success' },
  'offer.converted': { Icon: CircleCheck, tone: 'success' },
  'offer.declined': { Icon: Ban, tone: 'neutral' },
  'offer.expired': { Icon: Clock, tone: 'neutral' },
}

/** What has happened to an offer so far. */
export const OfferHistory = ({ id, now }: { id: string; now: Date }) => (
  <History query={useQuery(offerTimelineQuery(id))} now={now} words={happening} looks={looks} />
)
