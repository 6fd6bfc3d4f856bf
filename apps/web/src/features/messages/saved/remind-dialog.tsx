import type { Reminder } from '@fettle/protocol/chat/messages/reminders'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { AlarmClock, Bookmark } from 'lucide-react'
import { useState } from 'react'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { readDateTimeField, toDateTimeField } from '../../../lib/format/wall-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DateTimeField } from '../../../ui/dates/date-field.tsx'
import { menuItemClass } from '../../../ui/overlays/menu.tsx'
import { plainText } from '../../../lib/format/markup.ts'
import { chatToast } from '../alerts/chat-toast.ts'
import { reminders, useReminder } from './store.ts'
import { offsets, offsetText, tomorrowMorning } from './reminder-times.ts'

/** Target of a reminder: a message or a saved entry. */
export type ReminderTarget = Pick<Reminder, 'cid'> & { id: string; text: string }

interface RemindDialogProps {
  message: ReminderTarget
  onClose: () => void
}

/** Sets a reminder for a message: after an offset, at a custom time, or without a time. */
export function RemindDialog({ message, onClose }: RemindDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={<Trans>Remind me</Trans>}
      description={
        <span dir="auto" className="line-clamp-2">
          {plainText(message.text)}
        </span>
      }
    >
      <Choices message={message} onClose={onClose} />
    </Dialog>
  )
}

function Choices({ message: { cid, id }, onClose }: { message: ReminderTarget; onClose: () => void }) {
  const [now] = useState(() => new Date())
  const [chosen, setChosen] = useState(() => toDateTimeField(tomorrowMorning(now), ownTimeZone()))
  const [problem, setProblem] = useState<string>()
  const reminder = useReminder(cid, id)
  const formatTime = (at: Date) => momentText(at, ownTimeZone(), now)

  const set = (when: Parameters<typeof reminders.set>[2], confirmation: string) => {
    onClose()
    reminders.set(cid, id, when).then(
      () => chatToast.success(confirmation),
      (error: unknown) => chatToast.failed(t`Couldn't set the reminder`, error),
    )
  }
  const setChosenTime = () => {
    const at = readDateTimeField(chosen, ownTimeZone())
    if (!at) return setProblem(t`Choose a day and a time.`)
    if (at <= new Date()) return setProblem(t`Choose a time in the future.`)
    const when = formatTime(at)
    set({ remindAt: at.toISOString() }, t`Reminder set: ${when}`)
  }

  return (
    <div className="grid gap-4">
      <ul className="-mx-3 grid">
        {offsets.map((offset) => {
          const when = formatTime(new Date(now.getTime() + offset))
          return (
            <li key={offset}>
              <button type="button" className={menuItemClass} onClick={() => set({ offset }, t`Reminder set: ${when}`)}>
                <AlarmClock size={18} aria-hidden="true" />
                <span className="flex-1">
                  <InText offset={offset} />
                </span>
                <span className="text-sm text-text-muted tabular-nums">{when}</span>
              </button>
            </li>
          )
        })}
        {reminder?.remindAt !== null && (
          <li>
            <button type="button" className={menuItemClass} onClick={() => set(null, t`Saved for later`)}>
              <Bookmark size={18} aria-hidden="true" />
              <Trans>Save without a reminder</Trans>
            </button>
          </li>
        )}
      </ul>
      <form
        noValidate
        className="grid gap-3 border-t border-line pt-4"
        onSubmit={(event) => {
          event.preventDefault()
          setChosenTime()
        }}
      >
        <DateTimeField
          label={t`Custom time`}
          error={problem}
          value={chosen}
          min={toDateTimeField(now, ownTimeZone())}
          onChange={(at) => {
            setProblem(undefined)
            setChosen(at)
          }}
        />
        <Button type="submit" variant="secondary">
          <Trans>Set reminder</Trans>
        </Button>
      </form>
    </div>
  )
}

function InText({ offset }: { offset: number }) {
  const days = Math.round(offset / 86_400_000)
  const text = offsetText(offset, '')
  if (days === 1) return <Trans>Tomorrow at this time</Trans>
  return days > 1 ? <Plural value={days} one="In # day" other="In # days" /> : <Trans>In {text}</Trans>
}
