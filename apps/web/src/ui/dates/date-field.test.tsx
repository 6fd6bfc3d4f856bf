import { i18n } from '@lingui/core'
import { act, useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FormDialog } from '../overlays/form-dialog.tsx'
import { DateField, DateTimeField, TimeField, type DateFieldProps } from './date-field.tsx'
import { setUpScreen } from '../../testing/screen.tsx'
import { focusIncomplete } from '../forms/incomplete.ts'

type Given = Partial<DateFieldProps> & { initial?: string }
type AnyField = typeof DateField

const screen = setUpScreen()
const changes: string[] = []

function Kept({ field: Field, initial = '', ...rest }: Given & { field: AnyField }) {
  const [value, setValue] = useState(initial)
  return (
    <Field
      label="Day"
      {...rest}
      value={value}
      onChange={(next) => {
        changes.push(next)
        setValue(next)
      }}
    />
  )
}

async function draw(children: ReactNode) {
  await screen.draw(children)
  await act(async () => void (await import('./date-control.tsx')))
}
const show = (field: AnyField, props: Given = {}) => draw(<Kept field={field} {...props} />)

const group = () => document.querySelector<HTMLElement>('[role=group]')
const parts = () => [...document.querySelectorAll<HTMLElement>('[contenteditable=true]')]
const part = (type: string) => document.querySelector<HTMLElement>(`[data-type=${type}]`)
/** Text without bidi marks. */
const text = () => group()?.textContent?.replace(/[\u2066-\u2069\u200e\u200f]/g, '')
const order = () => parts().map(({ dataset }) => dataset['type'])

function type(keys: string) {
  for (const data of keys)
    act(() => {
      document.activeElement?.dispatchEvent(
        new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true }),
      )
    })
}
const press = (key: string) =>
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
const focus = (name: string) => act(() => part(name)?.focus())
const leave = () => act(() => (document.activeElement as HTMLElement).blur())

function setLanguage(locale: string, region = locale) {
  i18n.loadAndActivate({ locale, messages: {} })
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([region])
}

beforeEach(() => {
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover ??= () => undefined
  HTMLElement.prototype.hidePopover ??= () => undefined
  Object.defineProperty(HTMLElement.prototype, 'isContentEditable', {
    configurable: true,
    get(this: HTMLElement) {
      return this.getAttribute('contenteditable') === 'true'
    },
  })
  changes.length = 0
  setLanguage('en', 'en-GB')
})

afterEach(async () => {
  await screen.leave()
  setLanguage('en')
})

it('is typed by segment, and reports complete dates', async () => {
  await show(DateField)
  focus('day')
  type('25112026')
  expect(text()).toBe('25/11/2026')
  expect(changes).toEqual(['2026-11-25'])
})

it('accepts an external value, and is cleared by it', async () => {
  const Outside = () => {
    const [value, setValue] = useState('2026-11-25')
    return (
      <>
        <DateField label="Day" value={value} onChange={setValue} />
        <button type="button" name="other" onClick={() => setValue('2027-01-02')}>
          Another
        </button>
        <button type="button" name="none" onClick={() => setValue('')}>
          None
        </button>
      </>
    )
  }
  const press = (name: string) => act(() => document.querySelector<HTMLElement>(`[name=${name}]`)?.click())
  await draw(<Outside />)
  expect(text()).toBe('25/11/2026')
  press('other')
  expect(text()).toBe('02/01/2027')
  press('none')
  expect(parts().every((each) => each.dataset['placeholder'])).toBe(true)
})

it('is empty once every segment is deleted', async () => {
  await show(TimeField, { initial: '09:05' })
  for (const name of ['hour', 'minute']) {
    focus(name)
    press('Backspace')
    press('Backspace')
  }
  expect(changes.at(-1)).toBe('')
  leave()
  expect(document.body.textContent).not.toContain('complete')
})

it('keeps an incomplete date, and reports it on blur', async () => {
  await show(DateField, { initial: '2026-11-25', hint: 'Of this year' })
  focus('month')
  press('Backspace')
  press('Backspace')
  expect(changes.at(-1)).toBe('')
  expect(part('day')?.textContent).toBe('25')
  expect(part('year')?.textContent).toBe('2026')
  expect(document.body.textContent).not.toContain('Enter a complete date.')
  leave()
  expect(document.body.textContent).toContain('Enter a complete date.')
  expect(part('day')?.getAttribute('aria-invalid')).toBe('true')
  focus('month')
  type('12')
  expect(changes.at(-1)).toBe('2026-12-25')
  expect(document.body.textContent).not.toContain('Enter a complete date.')
})

it('treats a two-digit year as incomplete', async () => {
  await show(DateField)
  focus('day')
  type('251126')
  leave()
  expect(changes).toEqual([])
  expect(document.body.textContent).toContain('Enter a complete date.')
})

it('does not report a day the month does not have', async () => {
  await show(DateField, { initial: '2026-01-31' })
  focus('month')
  type('02')
  expect(text()).toBe('31/02/2026')
  expect(changes).toEqual([''])
})

it('prevents submitting an incomplete date', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  await draw(
    <form onSubmit={sent}>
      <Kept field={DateTimeField} />
    </form>,
  )
  focus('day')
  type('25')
  act(() => document.querySelector('form')?.requestSubmit())
  expect(sent).not.toHaveBeenCalled()
  expect(document.body.textContent).toContain('Enter a complete date and time.')
  expect(document.activeElement).toBe(part('day'))
  type('251120261430')
  expect(changes.at(-1)).toBe('2026-11-25T14:30')
  press('Enter')
  expect(sent).toHaveBeenCalledOnce()
})

it('reports incomplete dates without a form', async () => {
  await show(TimeField)
  expect(focusIncomplete()).toBe(false)
  focus('minute')
  type('30')
  leave()
  let isIncomplete = false
  act(() => void (isIncomplete = focusIncomplete()))
  expect(isIncomplete).toBe(true)
  expect(document.body.textContent).toContain('Enter a complete time.')
})

it('submits on Enter, also when empty', async () => {
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  await draw(
    <form onSubmit={sent}>
      <Kept field={DateField} />
    </form>,
  )
  focus('day')
  press('Enter')
  expect(sent).toHaveBeenCalledOnce()
})

it.each([{ busy: true }, { disabled: true }])(
  'submits nothing on Enter while the button submits nothing: %o',
  async (state) => {
    const sent = vi.fn()
    await draw(
      <FormDialog title="Payment" submit="Send" onSubmit={sent} onClose={() => undefined} {...state}>
        <Kept field={DateField} />
      </FormDialog>,
    )
    focus('day')
    press('Enter')
    expect(sent).not.toHaveBeenCalled()
  },
)

it.each([
  ['en', 'en-GB', '25/11/2026', ['day', 'month', 'year']],
  ['en', 'en-US', '11/25/2026', ['month', 'day', 'year']],
  ['fr', 'en-GB', '25/11/2026', ['day', 'month', 'year']],
  ['ar', 'ar-EG', '25/11/2026', ['day', 'month', 'year']],
  // Other calendars are the default there; the app always uses the Gregorian one.
  ['ar', 'ar-SA', '25/11/2026', ['day', 'month', 'year']],
])('is formatted in %s, with a browser in %s, as %s', async (locale, region, written, parts) => {
  setLanguage(locale, region)
  await show(DateField, { initial: '2026-11-25' })
  expect(text()).toBe(written)
  expect(order()).toEqual(parts)
})

it('accepts Latin and Arabic digits in Arabic', async () => {
  setLanguage('ar', 'ar-EG')
  await show(DateField)
  focus('day')
  type('٢٥112026')
  expect(changes).toEqual(['2026-11-25'])
})

it.each(['en-GB', 'fr'])('shows 24 hours in %s', async (region) => {
  setLanguage(region.slice(0, 2), region)
  await show(DateTimeField, { initial: '2026-11-25T14:30' })
  expect(text()).toMatch(/^25\/11\/2026,? 14:30$/)
  expect(order()).not.toContain('dayPeriod')
})

it('names its group and segments, and focuses the first one', async () => {
  await show(DateField, { id: 'day-field', hint: 'Of this year', error: 'Choose a day.' })
  const label = document.getElementById(group()?.getAttribute('aria-labelledby') ?? '')
  expect(label?.textContent).toBe('Day')
  expect(group()?.getAttribute('aria-describedby')).toContain('day-field-error')
  expect(part('day')?.getAttribute('inputmode')).toBe('numeric')
  act(() => document.getElementById('day-field')?.focus())
  expect(document.activeElement).toBe(part('day'))
  leave()
  act(() => label?.click())
  expect(document.activeElement).toBe(part('day'))
})

it('is read-only while disabled', async () => {
  await show(DateField, { initial: '2026-11-25', disabled: true })
  expect(parts()).toEqual([])
  expect(document.querySelector('button')?.disabled).toBe(true)
})

it('fires blur when leaving the field, not between segments', async () => {
  const onBlur = vi.fn()
  await show(DateField, { onBlur })
  focus('day')
  focus('month')
  expect(onBlur).not.toHaveBeenCalled()
  leave()
  expect(onBlur).toHaveBeenCalledOnce()
})

async function openCalendar() {
  const popover = document.querySelector('[popover]')
  const open = new Event('toggle') as Event & { newState: string }
  open.newState = 'open'
  const matches = Element.prototype.matches
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':popover-open' ? true : matches.call(this, selector)
  })
  await act(async () => {
    popover?.dispatchEvent(open)
    await import('./date-calendar.tsx')
  })
}
const dayIn = (number: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=gridcell] [role=button]:not([data-outside-month])')].find(
    ({ textContent }) => textContent === number,
  )

it('has a calendar with weeks from Monday within its limits', async () => {
  await show(DateField, { initial: '2026-11-25', min: '2026-11-10', max: '2026-11-26' })
  await openCalendar()
  expect(document.querySelector('th')?.textContent).toBe('Mon')
  expect(dayIn('9')?.getAttribute('aria-disabled')).toBe('true')
  expect(dayIn('27')?.getAttribute('aria-disabled')).toBe('true')
  act(() => dayIn('11')?.click())
  expect(changes).toEqual(['2026-11-11'])
})

it('keeps the time when a day is chosen in the calendar', async () => {
  await show(DateTimeField, { initial: '2026-11-25T14:30' })
  await openCalendar()
  act(() => dayIn('3')?.click())
  expect(changes).toEqual(['2026-11-03T14:30'])
})
