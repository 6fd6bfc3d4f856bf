import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
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
  type LucideIcon,
} from 'lucide-react'
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { canRecord } from '../message/voice/can-record.ts'
import { customerOf } from './customer.ts'
import type { ComposerTools } from './tools.ts'

export interface AddPanelProps {
  tools: ComposerTools
  /** What was written after the command that opened it; '' from the menu. */
  args: string
  onClose: () => void
}

/** Something that can be added to a conversation, in the "+" menu and, where it has one, by its command. */
export interface AddEntry {
  id: string
  label: MessageDescriptor
  icon: LucideIcon
  /** The name of the built-in command that does the same: `poll` for "/poll". */
  command?: string
  /** Only where this holds. */
  isOffered?: (tools: ComposerTools) => boolean
  /** Done at once … */
  run?: (tools: ComposerTools, args: string) => void
  /** … or in a panel of its own, loaded when it is opened: `lazy(() => import('./x.tsx'))`. It closes itself. */
  Panel?: LazyExoticComponent<ComponentType<AddPanelProps>>
  /** The panel stands where one writes, as long as it is open. */
  takesPlace?: boolean
}

const hasCustomer = (tools: ComposerTools) => customerOf(tools) !== undefined
/** A card, a poll or a reminder belongs to the conversation, not to one of its threads. */
const isConversation = ({ target }: ComposerTools) => target.parentId === null

const hasCamera = () => window.matchMedia('(pointer: coarse)').matches

/** Also behind the microphone, which stands where the send button is while nothing is written. */
export const voiceEntry: AddEntry = {
  id: 'voice',
  label: msg`Voice message`,
  icon: Mic,
  isOffered: canRecord,
  Panel: lazy(() => import('../message/voice/voice-panel.tsx')),
  takesPlace: true,
}

/** In the order of the menu. */
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
    Panel: lazy(() => import('../message/polls/poll-panel.tsx')),
  },
  {
    id: 'location',
    label: msg`Location`,
    icon: MapPin,
    command: 'location',
    isOffered: isConversation,
    Panel: lazy(() => import('../message/location/location-panel.tsx')),
  },
  {
    id: 'quick',
    label: msg`Quick reply`,
    icon: Zap,
    command: 'quick',
    Panel: lazy(() => import('./quick-panel.tsx')),
  },
  {
    id: 'later',
    label: msg`Send later`,
    icon: Clock,
    isOffered: isConversation,
    Panel: lazy(() => import('./schedule-panel.tsx')),
  },
  {
    id: 'booking',
    label: msg`Booking`,
    icon: Briefcase,
    command: 'booking',
    isOffered: hasCustomer,
    Panel: lazy(() => import('./bookings-panel.tsx')),
  },
  {
    id: 'reschedule',
    label: msg`Propose another time`,
    icon: CalendarClock,
    command: 'reschedule',
    isOffered: hasCustomer,
    Panel: lazy(() => import('./reschedule-panel.tsx')),
  },
  {
    id: 'offer',
    label: msg`Offer`,
    icon: ReceiptText,
    command: 'offer',
    isOffered: hasCustomer,
    Panel: lazy(() => import('./offer-panel.tsx')),
  },
  {
    id: 'remind',
    label: msg`Remind me`,
    icon: AlarmClock,
    command: 'remind',
    isOffered: isConversation,
    Panel: lazy(() => import('./remind-panel.tsx')),
  },
]
