import type { CalendarDate } from '@internationalized/date'
import { i18n } from '@lingui/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components/Calendar'

export interface DateCalendarProps {
  day: CalendarDate | null
  min: CalendarDate | null
  max: CalendarDate | null
  labelId: string
  onPick: (day: CalendarDate) => void
}

const stepClass = 'grid size-11 place-items-center rounded-control hover:bg-surface-hover disabled:opacity-50'

/** Month calendar. Weeks start on Monday throughout the app; Arabic has no short weekday names. */
export default function DateCalendar({ day, min, max, labelId, onPick }: DateCalendarProps) {
  return (
    <Calendar
      aria-labelledby={labelId}
      value={day}
      onChange={onPick}
      minValue={min}
      maxValue={max}
      firstDayOfWeek="mon"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the calendar was opened to choose a day, also by keyboard
      autoFocus
    >
      <header className="flex items-center justify-between">
        <Button slot="previous" className={stepClass}>
          <ChevronLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
        </Button>
        <Heading className="font-semibold" />
        <Button slot="next" className={stepClass}>
          <ChevronRight size={20} aria-hidden="true" className="rtl:rotate-180" />
        </Button>
      </header>
      <CalendarGrid weekdayStyle={i18n.locale === 'ar' ? 'narrow' : 'short'} className="w-full table-fixed">
        <CalendarGridHeader>
          {(name) => (
            <CalendarHeaderCell className="h-8 text-sm font-normal text-text-muted">{name}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={({ isSelected, isToday, isOutsideMonth, isDisabled }) =>
                [
                  'mx-auto grid h-11 place-items-center rounded-control tabular-nums',
                  isOutsideMonth ? 'invisible' : isDisabled ? 'text-text-muted opacity-50' : 'cursor-pointer',
                  isSelected ? 'bg-accent text-on-accent' : !isDisabled && 'hover:bg-surface-hover',
                  isToday && 'font-semibold underline',
                ]
                  .filter(Boolean)
                  .join(' ')
              }
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}
