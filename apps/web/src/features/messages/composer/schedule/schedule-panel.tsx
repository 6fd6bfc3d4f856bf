import { t, msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createScheduled, listScheduled } from '@fettle/chat-client'
import type { ScheduledMessage } from '@fettle/protocol/chat/messages/scheduled'
import { useEffect, useMemo, useSyncExternalStore, useState } from 'react'
import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { useQuery } from '@tanstack/react-query'
import { useLingui } from '@lingui/react'
import { Clock } from 'lucide-react'
import { addDays, instantAt, readDateTimeField, toDateTimeField, wallTime } from '../../../../lib/format/wall-time.ts'
import { clockName, foreignClock, ownTimeZone, momentText, momentWithin } from '../../../../lib/format/dates.ts'
import { DateTimeField } from '../../../../ui/dates/date-field.tsx'
import { SelectField } from '../../../../ui/forms/field.tsx'
import { chat } from '../../connection/chat.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { LoadErrorNote } from '../../../../shared/errors/load-error-note.tsx'
import { replyFactsOf } from '../../../../shared/quick-replies/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { menuItemClass } from '../../../../ui/overlays/menu.tsx'
import { plainText } from '../../../../lib/format/markup.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { type AddPanelProps, customerOf } from '../composer-tools.ts'
import { OnDemandRemindDialog } from '../../saved/on-demand-remind-dialog.tsx'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Earliest and latest time for a scheduled message, relative to now. */
export const MIN_LEAD_MS = 2 * MINUTE_MS
export const MAX_LEAD_MS = 30 * DAY_MS

const presets = ['hour', 'evening', 'morning', 'monday'] as const
type Preset = (typeof presets)[number]

const EVENING_TIME = '18:00'
const MORNING_TIME = '09:00'

/** Preset times in a time zone, without duplicates and those that are too soon. */
export function presetTimes(now: Date, timeZone: string): { name: Preset; at: Date }[] {
  const { day } = wallTime(now, timeZone)
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const untilMonday = (8 - weekday) % 7 || 7
  const hour = new Date(Math.ceil((now.getTime() + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS)
  const evening = instantAt(day, EVENING_TIME, timeZone)
  return [
    { name: 'hour', at: hour },
    ...(evening.getTime() - now.getTime() > 90 * MINUTE_MS ? [{ name: 'evening' as const, at: evening }] : []),
    { name: 'morning', at: instantAt(addDays(day, 1), MORNING_TIME, timeZone) },
    ...(untilMonday > 1
      ? [{ name: 'monday' as const, at: instantAt(addDays(day, untilMonday), MORNING_TIME, timeZone) }]
      : []),
  ]
}

/** Parses the time of a scheduled message; returns an error when it is not allowed. */
export function readSendTime(value: string, timeZone: string, now: Date): Date | 'missing' | 'soon' | 'far' {
  const at = readDateTimeField(value, timeZone)
  if (!at) return 'missing'
  const away = at.getTime() - now.getTime()
  if (away < MIN_LEAD_MS) return 'soon'
  return away > MAX_LEAD_MS ? 'far' : at
}

export interface When {
  value: string
  timeZone: string
}

/** Why a time is not allowed, as text; undefined when it is. */
export function sendTimeProblem({ value, timeZone }: When, now: Date): string | undefined {
  const at = readSendTime(value, timeZone, now)
  if (at === 'missing') return t`Choose a day and a time.`
  if (at === 'soon') return t`Choose a time at least 2 minutes from now.`
  return at === 'far' ? t`Choose a time within 30 days.` : undefined
}

interface WhenFieldProps {
  when: When
  onChange: (when: When) => void
  /** The customer's time zone, if known. */
  theirZone: string | undefined
  now: Date
  error: string | undefined
}

/** Field for a date and time, in one's own time zone or the customer's. */
export function WhenField({ when, onChange, theirZone, now, error }: WhenFieldProps) {
  const ownZone = ownTimeZone()
  const differs = theirZone !== undefined && foreignClock(now, theirZone) !== undefined
  return (
    <div className="grid gap-3">
      <DateTimeField
        label={<Trans>Date and time</Trans>}
        value={when.value}
        min={toDateTimeField(new Date(now.getTime() + MIN_LEAD_MS), when.timeZone)}
        max={toDateTimeField(new Date(now.getTime() + MAX_LEAD_MS), when.timeZone)}
        onChange={(at) => onChange({ ...when, value: at })}
        error={error}
      />
      {differs && (
        <SelectField
          label={<Trans>Time zone</Trans>}
          value={when.timeZone}
          onChange={({ target }) => onChange({ ...when, timeZone: target.value })}
        >
          <option value={ownZone}>{t`Mine: ${clockName(now, ownZone)}`}</option>
          <option value={theirZone}>{t`The customer's: ${clockName(now, theirZone)}`}</option>
        </SelectField>
      )}
    </div>
  )
}

/** Scheduled messages of all conversations. */
export const scheduled = createScheduled(chat)

/** Pending and failed scheduled messages of a conversation, the next one first. */
export function useScheduled(cid: string, connected: boolean): readonly ScheduledMessage[] {
  const all = useSyncExternalStore(scheduled.subscribe, scheduled.getSnapshot)
  useEffect(() => {
    // Offline the last known list is shown; it reloads after reconnecting.
    if (connected) scheduled.load().catch(() => undefined)
  }, [connected])
  return useMemo(() => listScheduled(all, cid), [all, cid])
}

const names = {
  hour: msg`In an hour`,
  evening: msg`This evening`,
  morning: msg`Tomorrow morning`,
  monday: msg`On Monday`,
}

/** Schedules the message, at a preset or a custom time. */
export function SchedulePanel({ tools, onClose }: AddPanelProps) {
  const text = tools.composerText.getSnapshot().trim()
  const hasWords = !isEmptyText(text) || tools.files().uploads.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Send later</Trans>}
      description={
        hasWords && (
          <span dir="auto" className="line-clamp-2">
            {plainText(text)}
          </span>
        )
      }
    >
      {hasWords ? (
        <Choices tools={tools} onClose={onClose} />
      ) : (
        <div className="grid justify-items-start gap-4">
          <p className="text-text-muted">
            <Trans>Write your message first, then choose when to send it.</Trans>
          </p>
          <Button
            onClick={() => {
              onClose()
              tools.focus()
            }}
          >
            <Trans>Write it</Trans>
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Choices({ tools, onClose }: Pick<AddPanelProps, 'tools' | 'onClose'>) {
  const { _ } = useLingui()
  const now = useNow()
  const customerId = customerOf(tools)
  const facts = useQuery({ ...replyFactsOf(customerId ?? ''), enabled: customerId !== undefined })
  const theirZone = facts.data?.booking?.timeZone
  const ownZone = ownTimeZone()
  const [when, setWhen] = useState<When>(() => ({
    value: toDateTimeField(presetTimes(now, ownZone).at(-1)?.at ?? now, ownZone),
    timeZone: ownZone,
  }))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const formatTime = (at: Date) => momentText(at, when.timeZone, now)

  const plan = async (at: Date) => {
    setBusy(true)
    try {
      if (!(await tools.sendLater(at.toISOString()))) return
      onClose()
      const moment = momentWithin(at, when.timeZone, now)
      chatToast.success(t`Scheduled for ${moment}`)
    } catch (error) {
      // The text stays in the field.
      chatToast.failed(t`Couldn't schedule the message`, error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-4">
      <ul className="-mx-3 grid">
        {presetTimes(now, when.timeZone).map(({ name, at }) => (
          <li key={name}>
            <button type="button" className={menuItemClass} disabled={busy} onClick={() => void plan(at)}>
              <Clock size={18} aria-hidden="true" />
              <span className="flex-1">{_(names[name])}</span>
              <span className="text-end text-sm text-text-muted tabular-nums">
                {formatTime(at)}
                {foreignClock(at, when.timeZone) && <span className="block">{foreignClock(at, when.timeZone)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <form
        noValidate
        className="grid gap-3 border-t border-line pt-4"
        onSubmit={(event) => {
          event.preventDefault()
          const whenProblem = sendTimeProblem(when, new Date())
          setProblem(whenProblem)
          const at = readSendTime(when.value, when.timeZone, new Date())
          if (at instanceof Date) void plan(at)
        }}
      >
        <WhenField when={when} onChange={setWhen} theirZone={theirZone} now={now} error={problem} />
        {!facts.data && facts.isError && (
          <LoadErrorNote query={facts}>
            <Trans>We couldn't load the customer's time zone.</Trans>
          </LoadErrorNote>
        )}
        <Button type="submit" busy={busy}>
          <Trans>Schedule</Trans>
        </Button>
      </form>
    </div>
  )
}

/** Sets a reminder for the last message of this conversation. */
export function RemindPanel({ tools, onClose }: AddPanelProps) {
  const last = tools.target.store.getSnapshot().messages.findLast(({ seq, kind }) => seq !== null && kind !== 'deleted')
  useEffect(() => {
    if (last) return
    chatToast.error(t`There's nothing to be reminded of yet.`)
    onClose()
  }, [last, onClose])
  if (!last) return null
  return <OnDemandRemindDialog message={{ cid: last.cid, id: last.id, text: last.text }} onClose={onClose} />
}
