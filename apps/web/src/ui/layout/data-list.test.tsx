import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataList, type Column } from './data-list.tsx'
import { setUpScreen } from '../../testing/screen.tsx'
import { LONG_PRESS_MS } from './use-long-press.ts'

interface Row {
  id: string
  title: string
}

const columns: Column<Row>[] = [
  { name: 'title', header: 'Title', cell: ({ title }) => title },
  { name: 'when', header: 'When', cell: () => 'today', sort: 'startAt' },
  { name: 'made', header: 'Job', cell: () => '1', sort: 'createdAt', sortName: 'Date created', latestFirst: true },
]
const two: Row[] = [
  { id: 'a', title: 'Kitchen tap' },
  { id: 'b', title: 'Bath tub' },
]
const screen = setUpScreen()
const onSort = vi.fn()
const chosen = vi.fn()

const draw = (rows: Row[], sort: string) =>
  screen.draw(
    <DataList
      label="Jobs"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      href={({ id }) => `/${id}`}
      card={({ title }) => title}
      sorting={{ current: sort, onSort }}
      bulk={{
        nameOf: ({ title }) => title,
        actions: (selected) => (
          <button type="button" onClick={() => chosen(selected.map(({ id }) => id))}>
            Export
          </button>
        ),
      }}
    />,
  )
const box = (name: string) => document.querySelector<HTMLElement>(`input[aria-label="${name}"]`)
const button = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text)
const press = (control: HTMLElement | null | undefined) => act(async () => control?.click())

/** Draws what follows for a window this wide, in pixels. */
const setWidth = (width: number) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)rem/.exec(query)?.[1]) * 16,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))

afterEach(() => {
  onSort.mockReset()
  chosen.mockReset()
})

describe('a table', () => {
  beforeEach(() => setWidth(1440))

  it('is drawn without the cards of a phone', async () => {
    await draw(two, 'startAt')
    expect(document.querySelectorAll('a[data-row]')).toHaveLength(2)
    expect(document.querySelector('ul[aria-label="Jobs"]')).toBeNull()
  })

  it('keeps the actions for selected rows together, before the button that ends the selection', async () => {
    setWidth(1280)
    await draw(two, 'startAt')
    await press(box('Select all'))
    expect(button('Export')?.parentElement?.nextElementSibling?.ariaLabel).toBe('Clear selection')
  })

  it('sorts by a column, and the other way round when its head is pressed again', async () => {
    await draw(two, 'startAt')
    const head = () => button('When')?.closest('th')?.getAttribute('aria-sort')
    expect(head()).toBe('ascending')
    await press(button('When'))
    expect(onSort).toHaveBeenLastCalledWith('-startAt')
    await draw(two, '-startAt')
    expect(head()).toBe('descending')
    await press(button('When'))
    expect(onSort).toHaveBeenLastCalledWith('startAt')
  })

  it('offers actions for the selected rows only', async () => {
    await draw(two, 'startAt')
    expect(button('Export')).toBeUndefined()
    await press(box('Select Bath tub'))
    expect(document.querySelector('[role=status]')?.textContent).toBe('1 selected')
    await press(button('Export'))
    expect(chosen).toHaveBeenLastCalledWith(['b'])
  })

  it('selects all rows, and forgets those that are gone', async () => {
    await draw(two, 'startAt')
    await press(box('Select all'))
    await press(button('Export'))
    expect(chosen).toHaveBeenLastCalledWith(['a', 'b'])
    await draw(two.slice(0, 1), 'startAt')
    await press(button('Export'))
    expect(chosen).toHaveBeenLastCalledWith(['a'])
    await press(box('Select all'))
    expect(button('Export')).toBeUndefined()
  })

  it('has the focus at a row that was selected once the selection is cleared', async () => {
    await draw(two, 'startAt')
    await press(box('Select Bath tub'))
    const clear = document.querySelector<HTMLElement>('[aria-label="Clear selection"]')
    clear?.focus()
    await press(clear)
    expect(document.activeElement?.textContent).toBe('Bath tub')
  })
})

describe('the cards of a phone or tablet', () => {
  beforeEach(() => setWidth(390))

  it.each([390, 768])('are drawn without the table, %i pixels wide', async (width) => {
    setWidth(width)
    await draw(two, 'startAt')
    expect(document.querySelectorAll('a[data-row]')).toHaveLength(2)
    expect(document.querySelector('table')).toBeNull()
  })

  const orders = () => [...document.querySelectorAll('option')].map(({ textContent, value }) => [textContent, value])

  it('are ordered by a menu that names the orders and returns to the latest first', async () => {
    await draw(two, '-createdAt')
    expect(orders()).toEqual([
      ['When', 'startAt'],
      ['Date created', '-createdAt'],
    ])
    await draw(two, '-startAt')
    expect(orders()).toEqual([
      ['When', '-startAt'],
      ['Date created', '-createdAt'],
    ])
  })

  const cards = () => [...document.querySelectorAll<HTMLElement>('ul[aria-label="Jobs"] > li')]
  const point = (target: Element | null | undefined, type: string, clientX = 50, pointerType = 'touch') =>
    act(async () => {
      const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 10 })
      Object.defineProperty(event, 'pointerType', { value: pointerType })
      target?.dispatchEvent(event)
    })

  it('are selected after “Select”, and one clears the selection again', async () => {
    await draw(two, 'startAt')
    await press(button('Select'))
    expect(cards().map((card) => card.querySelector('a'))).toEqual([null, null])
    await press(cards()[1]?.querySelector('input'))
    expect(document.querySelector('[role=status]')?.textContent).toBe('1 selected')
    await press(button('Export'))
    expect(chosen).toHaveBeenLastCalledWith(['b'])
    await press(document.querySelector<HTMLElement>('[aria-label="Clear selection"]'))
    expect(cards()[1]?.querySelector('a')?.getAttribute('href')).toBe('/b')
    expect(button('Select')).toBeDefined()
  })

  it('have the focus while the buttons that begin and end a selection disappear', async () => {
    await draw(two, 'startAt')
    const pressFocused = (control: HTMLElement | null | undefined) => {
      control?.focus()
      return press(control)
    }
    const clear = () => document.querySelector<HTMLElement>('[aria-label="Clear selection"]')
    await pressFocused(button('Select'))
    expect(document.activeElement).toBe(box('Select Kitchen tap'))
    await pressFocused(clear())
    expect(document.activeElement?.textContent).toBe('Kitchen tap')
    await pressFocused(button('Select'))
    await press(box('Select Bath tub'))
    await pressFocused(clear())
    expect(document.activeElement?.textContent).toBe('Bath tub')
  })

  it('start a selection when held by a finger, which opens nothing', async () => {
    vi.useFakeTimers()
    await draw(two, 'startAt')
    const link = cards()[0]?.querySelector('a')
    await point(link, 'pointerdown')
    await act(async () => void vi.advanceTimersByTime(LONG_PRESS_MS))
    const box1 = cards()[0]?.querySelector('input')
    expect(box1?.checked).toBe(true)
    // The tap that ends the hold changes nothing.
    await point(box1, 'pointerup')
    await press(box1)
    expect(box1?.checked).toBe(true)
    await press(cards()[1]?.querySelector('input'))
    await press(button('Export'))
    expect(chosen).toHaveBeenLastCalledWith(['a', 'b'])
    vi.useRealTimers()
  })

  it('start none when the finger moves, or with a mouse', async () => {
    vi.useFakeTimers()
    await draw(two, 'startAt')
    const link = cards()[0]?.querySelector('a')
    await point(link, 'pointerdown')
    await point(link, 'pointermove', 80)
    await act(async () => void vi.advanceTimersByTime(LONG_PRESS_MS))
    await point(link, 'pointerup')
    await point(link, 'pointerdown', 50, 'mouse')
    await act(async () => void vi.advanceTimersByTime(LONG_PRESS_MS))
    expect(cards()[0]?.querySelector('input')).toBeNull()
    vi.useRealTimers()
  })
})
