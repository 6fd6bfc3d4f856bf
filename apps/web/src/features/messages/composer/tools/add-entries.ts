import { msg } from '@lingui/core/macro'
import {
  AlarmClock,
  Briefcase,
  CalendarClock,
  Camera,
  ChartBarDecreasing,
  Clock,
  MapPin,
  Mic,
  Paperclip,
  ReceiptText,
  Zap,
} from 'lucide-react'
import { canRecord } from '../../message/voice/can-record.ts'
import { customerOf } from '../customer.ts'
import type { ComposerTools, AddEntry } from './tools.types.ts'
import VoicePanel from '../../message/voice/voice-panel.tsx'
import PollPanel from '../../message/polls/poll-panel.tsx'
import LocationPanel from '../../message/location/location-panel.tsx'
import QuickPanel from './quick-panel.tsx'
import SchedulePanel from '../scheduling/schedule-panel.tsx'
import BookingsPanel from './bookings-panel.tsx'
import ReschedulePanel from './reschedule-panel.tsx'
import OfferPanel from './offer-panel.tsx'
import RemindPanel from '../scheduling/remind-panel.tsx'

const hasCustomer = (tools: ComposerTools) => customerOf(tools) !== undefined
/** Cards, polls and reminders belong to the conversation, not to one of its threads. */
const isConversation = ({ target }: ComposerTools) => target.parentId === null

const hasCamera = () => window.matchMedia('(pointer: coarse)').matches

/** Also used by the microphone button, which replaces the send button while the field is empty. */
export const voiceEntry: AddEntry = {
  id: 'voice',
  label: msg`Voice message`,
  icon: Mic,
  isOffered: canRecord,
  Panel: VoicePanel,
  takesPlace: true,
}

/** Menu order. */
export const addEntries: readonly AddEntry[] = [
  { id: 'files', label: msg`Attach files`, icon: Paperclip, run: (tools) => tools.chooseFiles() },
  {
    id: 'camera',
    label: msg`Take a photo`,
    icon: Camera,
    isOffered: hasCamera,
    run: (tools) => tools.takePhoto(),
  },
  voiceEntry,
  {
    id: 'poll',
    label: msg`Poll`,
    icon: ChartBarDecreasing,
    command: 'poll',
    isOffered: isConversation,
    Panel: PollPanel,
  },
  {
    id: 'location',
    label: msg`Location`,
    icon: MapPin,
    command: 'location',
    isOffered: isConversation,
    Panel: LocationPanel,
  },
  {
    id: 'quick',
    label: msg`Quick reply`,
    icon: Zap,
    command: 'quick',
    Panel: QuickPanel,
  },
  {
    id: 'later',
    label: msg`Send later`,
    icon: Clock,
    isOffered: isConversation,
    Panel: SchedulePanel,
  },
  {
    id: 'booking',
    label: msg`Booking`,
    icon: Briefcase,
    command: 'booking',
    isOffered: hasCustomer,
    Panel: BookingsPanel,
  },
  {
    id: 'reschedule',
    label: msg`Propose another time`,
    icon: CalendarClock,
    command: 'reschedule',
    isOffered: hasCustomer,
    Panel: ReschedulePanel,
  },
  {
    id: 'offer',
    label: msg`Offer`,
    icon: ReceiptText,
    command: 'offer',
    isOffered: hasCustomer,
    Panel: OfferPanel,
  },
  {
    id: 'remind',
    label: msg`Remind me`,
    icon: AlarmClock,
    command: 'remind',
    isOffered: isConversation,
    Panel: RemindPanel,
  },
]
