import { useState, type ReactNode } from 'react'
import { listProviderSlots } from '@fettle/protocol/availability/calls'
import { call } from '../lib/api.ts'
import { formatDay, formatTime } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'

const DAYS_AHEAD = 14
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export interface Slot {
  startAt: string
  endAt: string
}

/** The provider's free times of the next two weeks, of which some can be chosen. */
export function TimeChoice({
  providerId,
  durationMinutes,
  chosen,
  max,
  onChange,
}: {
  providerId: string
  durationMinutes: number
  chosen: readonly Slot[]
  max: number
  onChange: (slots: Slot[]) => void
}): ReactNode {
  const [day, setDay] = useState<string>()
  const { data: slots, error } = useLoaded(`${providerId} ${durationMinutes}`, async () => {
    const from = new Date(Date.now() + HOUR_MS)
    const to = new Date(from.getTime() + DAYS_AHEAD * DAY_MS)
    const query = { from: from.toISOString(), to: to.toISOString(), durationMinutes }
    return (await call(listProviderSlots, { params: { id: providerId }, query })).slots
  })
  if (!slots) return <p className="text-muted">{error ?? 'Loading free times…'}</p>
  if (slots.length === 0) return <p className="text-muted">No free times. The provider will propose some.</p>

  const days = [...new Set(slots.map(({ startAt }) => formatDay(startAt)))]
  const shownDay = days.find((each) => each === day) ?? days[0]
  const isChosen = (slot: Slot) => chosen.some(({ startAt }) => startAt === slot.startAt)
  const toggle = (slot: Slot) =>
    onChange(isChosen(slot) ? chosen.filter(({ startAt }) => startAt !== slot.startAt) : [...chosen, slot].slice(-max))
  const pill =
    'min-h-10 shrink-0 cursor-pointer rounded-full border border-line bg-surface px-3.5 font-medium hover:bg-soft aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent'
  return (
    <div className="grid gap-3">
      <div role="group" aria-label="Day" className="flex gap-2 overflow-x-auto pb-1">
        {days.map((name) => (
          <button
            key={name}
            type="button"
            className={pill}
            aria-pressed={name === shownDay}
            onClick={() => setDay(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="group" aria-label={`Times on ${shownDay}`} className="flex max-h-40 flex-wrap gap-2 overflow-y-auto">
        {slots
          .filter(({ startAt }) => formatDay(startAt) === shownDay)
          .map((slot) => (
            <button
              key={slot.startAt}
              type="button"
              className={pill}
              aria-pressed={isChosen(slot)}
              onClick={() => toggle(slot)}
            >
              {formatTime(slot.startAt)}
            </button>
          ))}
      </div>
      {chosen.length > 0 && (
        <p aria-live="polite">
          <span className="text-muted">Chosen: </span>
          {chosen.map(({ startAt }) => `${formatDay(startAt)} ${formatTime(startAt)}`).join(', ')}
        </p>
      )}
    </div>
  )
}
