import { msg, t } from '@lingui/core/macro'
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
  Check,
  Plus,
} from 'lucide-react'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { memo, type ReactNode, type Ref } from 'react'
import { createMessageId } from '@fettle/chat-client'
import { canRecord } from '../message/voice/can-record.ts'
import { customerOf, type ComposerTools, type AddEntry } from './composer-tools.ts'
import VoicePanel from '../message/voice/voice-panel.tsx'
import PollPanel from '../message/polls/poll-panel.tsx'
import LocationPanel from '../message/location/location-panel.tsx'
import { QuickPanel } from './quick-replies.tsx'
import { SchedulePanel } from './schedule/schedule-panel.tsx'
import { RemindPanel } from '../saved/remind-panel.tsx'
import { BookingsPanel, ReschedulePanel, OfferPanel } from './booking-panels.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem, menuItemClass, MenuSeparator, MoreItems } from '../../../ui/overlays/menu.tsx'
import { useDeviceValue, type DeviceSetting } from '../../../lib/browser/device-value.ts'
import { enterSends, showsFormatting } from './composer-text.ts'
import { chat } from '../connection/chat.ts'
import { isRefused } from '../conversation/is-refused.ts'
import { chatToast } from '../alerts/chat-toast.ts'

const hasCustomer = (tools: ComposerTools) => customerOf(tools) !== undefined
/** Cards, polls and reminders belong to the conversation, not to one of its threads. */
const isConversation = ({ target }: ComposerTools) => target.parentId === null

const hasCamera = () => window.matchMedia('(pointer: coarse)').matches

/**
 * The entry for voice recordings, also used by the microphone button, which replaces the send button while the field is
 * empty.
 */
export const voiceEntry: AddEntry = {
  id: 'voice',
  label: msg`Voice message`,
  icon: Mic,
  isOffered: canRecord,
  Panel: VoicePanel,
  takesPlace: true,
}

/** Menu order: the most used first. */
const addEntries: readonly AddEntry[] = [
  { id: 'files', label: msg`Attach files`, icon: Paperclip, run: (tools) => tools.chooseFiles() },
  {
    id: 'camera',
    label: msg`Take a photo`,
    icon: Camera,
    isOffered: hasCamera,
    run: (tools) => tools.takePhoto(),
  },
  {
    id: 'quick',
    label: msg`Quick reply`,
    icon: Zap,
    command: 'quick',
    Panel: QuickPanel,
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
    id: 'location',
    label: msg`Location`,
    icon: MapPin,
    command: 'location',
    isOffered: isConversation,
    Panel: LocationPanel,
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
    id: 'later',
    label: msg`Send later`,
    icon: Clock,
    isOffered: isConversation,
    Panel: SchedulePanel,
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

/** How many entries are shown at once. */
const MOST_USED = 6

/** The "+" menu of the composer. */
export const AddMenu = memo(function AddMenu({ ref, tools }: { ref: Ref<HTMLButtonElement>; tools: ComposerTools }) {
  const { _ } = useLingui()
  const items = addEntries
    .filter(({ isOffered }) => isOffered?.(tools) ?? true)
    .map((entry) => (
      <MenuItem key={entry.id} icon={<entry.icon size={18} aria-hidden="true" />} onClick={() => tools.open(entry)}>
        {_(entry.label)}
      </MenuItem>
    ))
  return (
    <Menu
      label={t`Add`}
      trigger={(attributes) => (
        <IconButton {...attributes} ref={ref} label={t`Add`} icon={<Plus size={22} />} className="rounded-full" />
      )}
    >
      {items.slice(0, MOST_USED)}
      <MoreItems label={<Trans>More</Trans>}>
        {items.slice(MOST_USED)}
        {items.length > MOST_USED && <MenuSeparator />}
        <SettingItem setting={showsFormatting}>
          <Trans>Show formatting</Trans>
        </SettingItem>
        <SettingItem setting={enterSends}>
          <Trans>Send with Enter</Trans>
        </SettingItem>
      </MoreItems>
    </Menu>
  )
})

/** Menu item that toggles a device setting. */
function SettingItem({ setting, children }: { setting: DeviceSetting; children: ReactNode }) {
  const isOn = useDeviceValue(setting)
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isOn}
      tabIndex={-1}
      onClick={() => setting.set(!isOn)}
      className={menuItemClass}
    >
      <Check size={18} aria-hidden="true" className={clsx(!isOn && 'invisible')} />
      {children}
    </button>
  )
}

/** Menu entry equivalent to a built-in command. */
export const entryOf = (name: string, tools: ComposerTools): AddEntry | undefined =>
  addEntries.find(({ command, isOffered }) => command === name && (isOffered?.(tools) ?? true))

/** Composers whose command is running. */
const running = new WeakSet<ComposerTools>()

/** Commands that got no answer, per composer. Running one again repeats it, so that it has its effect once. */
const unanswered = new WeakMap<ComposerTools, { messageId: string; command: string }>()

/**
 * Runs `/name args`: this screen's commands here, others through the service, one at a time. Unknown (44) and failed
 * (45) commands stay in the field, with the service's error.
 */
export async function runCommand(
  tools: ComposerTools,
  { name, args }: { name: string; args: string },
  done: () => void,
): Promise<void> {
  const entry = entryOf(name, tools)
  if (entry) {
    done()
    return tools.open(entry, args)
  }
  if (running.has(tools)) return
  running.add(tools)
  const command = `${name} ${args}`
  const before = unanswered.get(tools)
  const messageId = before?.command === command ? before.messageId : createMessageId()
  unanswered.set(tools, { messageId, command })
  try {
    const { reply } = await chat.call('commands.run', { cid: tools.target.store.cid, name, messageId, args })
    unanswered.delete(tools)
    done()
    if (reply) chatToast.success(reply)
  } catch (error) {
    if (isRefused(error)) unanswered.delete(tools)
    chatToast.failed(t`Couldn't run /${name}`, error)
  } finally {
    running.delete(tools)
  }
}
