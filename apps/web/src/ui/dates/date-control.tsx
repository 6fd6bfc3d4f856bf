import {
  CalendarDateTime,
  parseDate,
  parseDateTime,
  parseTime,
  toCalendarDate,
  type CalendarDate,
  type Time,
} from '@internationalized/date'
import { t } from '@lingui/core/macro'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type Ref } from 'react'
import {
  DateField,
  DateInput,
  DateSegment,
  type DateFieldRenderProps,
  type DateInputProps,
} from 'react-aria-components/DateField'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { TimeField } from 'react-aria-components/TimeField'
import { regionalLocale } from '../../lib/format/dates.ts'
import type { DateKind } from './date-field.tsx'
import { controlClass, labelIdOf, type ControlProps } from '../forms/field.tsx'
import { Popover } from '../overlays/popover.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'

const DateCalendar = lazy(() => import('./date-calendar.tsx'))

type FieldState = DateFieldRenderProps['state']
type Value = CalendarDate | CalendarDateTime | Time

/** Smaller years are still being typed. */
const MIN_YEAR = 1000
/** Hour of the time when only a day is chosen. */
const DEFAULT_HOUR = 9

export interface DateControlProps extends ControlProps {
  kind: DateKind
  value: string
  onChange: (value: string) => void
  /** Called when only some parts are filled in. */
  onIncomplete: (isIncomplete: boolean) => void
  min?: string
  max?: string
  disabled?: boolean
  ref?: Ref<HTMLElement>
}

function read(kind: DateKind, text: string): Value | null {
  try {
    if (kind === 'time') return parseTime(text)
    return kind === 'date' ? parseDate(text) : parseDateTime(text)
  } catch {
    return null
  }
}

const write = (kind: DateKind, value: Value): string =>
  value.toString().slice(0, { date: 10, time: 5, datetime: 16 }[kind])

const readDay = (text: string | undefined): CalendarDate | null =>
  text ? (read('date', text.slice(0, 10)) as CalendarDate | null) : null

/**
 * Locale of the fields. With a numbering system in its name they would refuse digits of another one, so a region whose
 * own digits are not shown is left out.
 */
function fieldLocale(): string {
  const { language, numberingSystem, baseName } = new Intl.Locale(regionalLocale())
  return numberingSystem ? language : baseName
}

/** Segmented field for a date or time, with a calendar. */
export default function DateControl(props: DateControlProps) {
  const { kind, value, id, disabled = false, onChange } = props
  // The segments keep partial input while the value is empty.
  const [shown, setShown] = useState(() => read(kind, value))
  const [lastValue, setLastValue] = useState(value)
  const [reported, setReported] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== reported) {
      setReported(value)
      setShown(read(kind, value))
    }
  }
  const report = (text: string) => {
    if (text === reported) return
    setReported(text)
    onChange(text)
  }
  const shared = {
    id,
    'aria-labelledby': labelIdOf(id),
    'aria-describedby': props['aria-describedby'] ?? '',
    isInvalid: props['aria-invalid'] === true,
    isDisabled: disabled,
    // Errors are shown by the app, not by the browser.
    validationBehavior: 'aria',
    granularity: kind === 'date' ? 'day' : 'minute',
    shouldForceLeadingZeros: true,
    onChange: setShown,
  } as const
  const parts = (state: FieldState) => (
    <Parts {...props} state={state} shown={shown} onReport={report} onPick={setShown} />
  )
  return (
    <I18nProvider locale={`${fieldLocale()}-u-ca-gregory`}>
      {kind === 'time' ? (
        <TimeField {...shared} granularity="minute" value={shown as Time | null}>
          {({ state }) => parts(state)}
        </TimeField>
      ) : (
        <DateField {...shared} value={shown as CalendarDate | null}>
          {({ state }) => parts(state)}
        </DateField>
      )}
    </I18nProvider>
  )
}

interface PartsProps extends DateControlProps {
  state: FieldState
  shown: Value | null
  onReport: (text: string) => void
  onPick: (value: Value) => void
}

function Parts({ kind, id, ref, min, max, disabled, state, shown, onReport, onPick, onIncomplete }: PartsProps) {
  const editable = state.segments.filter(({ isEditable }) => isEditable)
  const isEmpty = editable.every(({ isPlaceholder }) => isPlaceholder)
  const isWhole = shown !== null && editable.every((part) => !part.isPlaceholder && matchesValue(part, shown))
  const text = isWhole ? write(kind, shown) : ''
  const isIncomplete = !isEmpty && !isWhole
  useEffect(() => onReport(text), [text]) // oxlint-disable-line react/exhaustive-deps -- runs when the text changes
  useEffect(() => onIncomplete(isIncomplete), [isIncomplete, onIncomplete])

  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = group.current
    if (!element) return
    // Focusing the field by id, as the error summary does, focuses its first segment.
    element.focus = (options) => element.querySelector<HTMLElement>('[contenteditable]')?.focus(options)
    if (typeof ref === 'function') return ref(element) ?? (() => void ref(null))
    if (ref) ref.current = element
    return () => {
      if (ref) ref.current = null
    }
  }, [ref])

  const pick = (day: CalendarDate) => {
    if (kind === 'date') return onPick(day)
    const typed = (type: string) => editable.find((each) => each.type === type && !each.isPlaceholder)?.value
    const hour = typed('hour') ?? DEFAULT_HOUR
    // Some regions use a 12-hour clock.
    const isTwelveHourClock = editable.some(({ type }) => type === 'dayPeriod')
    const hours = isTwelveHourClock ? (hour % 12) + (typed('dayPeriod') === 1 ? 12 : 0) : hour
    onPick(new CalendarDateTime(day.year, day.month, day.day, hours, typed('minute') ?? 0))
  }
  const calendar = kind !== 'time' && (
    <CalendarButton
      id={id}
      day={isWhole ? toCalendarDate(shown as CalendarDate) : null}
      min={readDay(min)}
      max={readDay(max)}
      disabled={disabled ?? false}
      onPick={pick}
    />
  )
  return (
    <>
      <DateInput
        ref={group}
        className={controlClass(`overflow-hidden whitespace-nowrap tabular-nums ${calendar ? 'pe-11' : ''}`)}
      >
        {renderSegment}
      </DateInput>
      {calendar}
    </>
  )
}

type Segment = Parameters<DateInputProps['children']>[0]

const renderSegment = (segment: Segment) => (
  <DateSegment
    segment={segment}
    className={
      segment.type === 'literal'
        ? 'whitespace-pre text-text-muted'
        : 'rounded-sm py-0.5 outline-none focus:bg-accent focus:text-on-accent data-placeholder:not-focus:text-text-muted'
    }
  />
)

/** Whether a segment matches the value: the 31st is kept in a 30-day month until blur. */
function matchesValue({ type, value }: Segment, shown: Value): boolean {
  if (!('day' in shown)) return true
  if (type === 'year') return shown.year === value && value >= MIN_YEAR
  return (type !== 'day' && type !== 'month') || shown[type] === value
}

interface CalendarButtonProps {
  id: string
  day: CalendarDate | null
  min: CalendarDate | null
  max: CalendarDate | null
  disabled: boolean
  onPick: (day: CalendarDate) => void
}

/** Opens the calendar in a popover, which is also above modal dialogs. */
function CalendarButton({ id, day, min, max, disabled, onPick }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const popover = `${id}-calendar`
  const button = `${id}-open`
  return (
    <>
      <button
        type="button"
        id={button}
        popoverTarget={popover}
        disabled={disabled}
        aria-label={t`Calendar`}
        aria-labelledby={`${button} ${labelIdOf(id)}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-text-muted hover:text-text disabled:opacity-50"
      >
        <CalendarDays size={20} aria-hidden="true" />
      </button>
      {/* The z-index is for accessibility tools that do not consider the top layer. */}
      <Popover
        id={popover}
        anchorId={button}
        labelledBy={labelIdOf(id)}
        open={isOpen}
        onToggle={setOpen}
        className="z-10 w-84"
      >
        <div className="h-92 overflow-y-auto p-3">
          {isOpen && (
            <Suspense fallback={<Skeleton className="h-full" />}>
              <DateCalendar
                day={day}
                min={min}
                max={max}
                labelId={labelIdOf(id)}
                onPick={(picked) => {
                  // Hide it before the focused day is removed, so that the focus returns to the button.
                  document.getElementById(popover)?.hidePopover()
                  onPick(picked)
                }}
              />
            </Suspense>
          )}
        </div>
      </Popover>
    </>
  )
}
