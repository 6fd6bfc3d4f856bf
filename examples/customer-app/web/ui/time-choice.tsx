import { useState, type ReactNode } from 'react'
import { DAY_MS, HOUR_MS } from '@fettle/protocol/core/durations'
import { call } from '../lib/api.ts'
import { formatDay, formatMoment, formatTime } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { Pill } from './button.tsx'
import { LoadError } from './page.tsx'

const DAYS_AHEAD = 14
/** Times a customer can name. */
export const MAX_TIMES = 3

export interface Slot {
  startAt: string
  endAt: string
}

interface TimeChoiceProps {
  providerId: string
  durationMinutes: number
  chosen: readonly Slot[]
  onChange: (slots: Slot[], timeZone: string) => void
}

/** The provider's free times of the next two weeks, of which some can be chosen. They are in the provider's time zone. */
export function TimeChoice({ providerId, durationMinutes, chosen, onChange }: TimeChoiceProps): ReactNode {
  const [day, setDay] = useState<string>()
  const { data: free, error } = useLoaded(`${providerId} ${durationMinutes}`, async () => {
    const from = new Date(Date.now() + HOUR_MS)
    const to = new Date(from.getTime() + DAYS_AHEAD * DAY_MS)
    const query = { from: from.toISOString(), to: to.toISOString(), durationMinutes }
    return call('listSlots', { params: { id: providerId }, query })
  })
  if (error) return <LoadError error={error} />
  if (!free) return <p className="text-muted">Loading free times…</p>
  const { slots, timeZone } = free
  if (slots.length === 0) return <p className="text-muted">No free times. The provider will propose some.</p>

  const days = [...new Set(slots.map(({ startAt }) => formatDay(startAt, timeZone)))]
  const shownDay = days.find((each) => each === day) ?? days[0]
  const isChosen = (slot: Slot) => chosen.some(({ startAt }) => startAt === slot.startAt)
  const toggle = (slot: Slot) => {
    const isFree = (each: Slot) => slots.some(({ startAt }) => startAt === each.startAt)
    const others = chosen.filter((each) => each.startAt !== slot.startAt && isFree(each))
    onChange(isChosen(slot) ? others : [...others, slot].slice(-MAX_TIMES), timeZone)
  }
  return (
    <div className="grid gap-3">
      <div role="group" aria-label="Day" className="flex gap-2 overflow-x-auto pb-1">
        {days.map((name) => (
          <Pill key={name} isPressed={name === shownDay} onPress={() => setDay(name)}>
            {name}
          </Pill>
        ))}
      </div>
      <div role="group" aria-label={`Times on ${shownDay}`} className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
        {slots
          .filter(({ startAt }) => formatDay(startAt, timeZone) === shownDay)
          .map((slot) => (
            <Pill key={slot.startAt} isPressed={isChosen(slot)} onPress={() => toggle(slot)}>
              {formatTime(slot.startAt, timeZone)}
            </Pill>
          ))}
      </div>
      {chosen.length > 0 && (
        <p aria-live="polite">
          <span className="text-muted">Chosen: </span>
          {chosen.map(({ startAt }) => formatMoment(startAt, timeZone)).join(' or ')}
        </p>
      )}
    </div>
  )
}
