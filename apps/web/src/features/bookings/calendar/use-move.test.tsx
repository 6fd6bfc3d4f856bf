import { act, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import type { CalendarBlock } from './layout/calendar-blocks.ts'
import type { CalendarEntry } from './layout/calendar-entries.ts'
import { useMove } from './use-move.ts'

const { draw, text } = setUpScreen()
const DAY = '2026-11-25'
const onMove = vi.fn()
const onClick = vi.fn()
const entry = { key: 'booking', movable: true } as CalendarEntry
/** From ten to eleven. */
const block: CalendarBlock = {
  entry,
  from: 600,
  to: 660,
  lane: 0,
  lanes: 1,
  isCollapsed: false,
  isBesideCollapsed: false,
}

/** A minute of the day is a pixel high. */
function Day() {
  const scroller = useRef<HTMLDivElement>(null)
  const column = useRef<HTMLDivElement>(null)
  const columns = () => (column.current ? [column.current] : [])
  const { surface, moving, ...move } = useMove({
    days: [DAY],
    hour: 60,
    columns,
    scroller,
    nameOf: (day) => day,
    onMove,
  })
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as in the grid
    <div ref={scroller} onClick={onClick}>
      <div ref={surface} onClickCapture={move.onClickCapture}>
        <div ref={column}>
          <a
            href="#job"
            onPointerDown={(event) => move.onPointerDown(event, block, DAY)}
            onPointerMove={move.onPointerMove}
            onPointerUp={move.onPointerUp}
            onPointerCancel={move.endDrag}
            onContextMenu={move.onContextMenu}
            onKeyDown={(event) => move.onKeyDown(event, block, DAY)}
          >
            Job
          </a>
          {moving && `from ${moving.target.from}`}
        </div>
      </div>
    </div>
  )
}

const job = () => document.querySelector('a') as HTMLElement
const point = (type: string, clientY: number, pointerType = 'mouse') =>
  act(async () => {
    job().dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType, button: 0, clientY }))
  })
const press = (key: string) =>
  act(async () => job().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
const click = () => act(async () => job().click())
const passTime = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

beforeEach(async () => {
  vi.useFakeTimers()
  Element.prototype.setPointerCapture ??= () => undefined
  await draw(<Day />)
  job().getBoundingClientRect = () => ({ top: block.from }) as DOMRect
})
afterEach(() => vi.useRealTimers())

describe('moving a booking', () => {
  it('follows the mouse in steps and proposes where it was dropped', async () => {
    await point('pointerdown', 610)
    await point('pointermove', 674)
    expect(text()).toContain('from 660')
    await point('pointerup', 674)
    expect(onMove).toHaveBeenCalledExactlyOnceWith(entry, { day: DAY, from: 660, minutes: 60 })
    expect(text()).not.toContain('from')
  })

  it('is no click, unlike a press that hardly moved', async () => {
    await point('pointerdown', 610)
    await point('pointermove', 674)
    await point('pointerup', 674)
    await click()
    expect(onClick).not.toHaveBeenCalled()
    await passTime(0)
    await point('pointerdown', 610)
    await point('pointermove', 612)
    await point('pointerup', 612)
    await click()
    expect(onClick).toHaveBeenCalledOnce()
    expect(onMove).toHaveBeenCalledOnce()
  })

  it('proposes nothing when it was dropped where it was', async () => {
    await point('pointerdown', 610)
    await point('pointermove', 700)
    await point('pointermove', 611)
    await point('pointerup', 611)
    expect(onMove).not.toHaveBeenCalled()
  })

  it('starts with a long press of a finger, which scrolls before', async () => {
    await point('pointerdown', 610, 'touch')
    await point('pointermove', 674, 'touch')
    await passTime(400)
    expect(text()).not.toContain('from')
    await point('pointerdown', 610, 'touch')
    await passTime(400)
    expect(text()).toContain('from 600')
    await point('pointermove', 674, 'touch')
    await point('pointerup', 674, 'touch')
    expect(onMove).toHaveBeenCalledExactlyOnceWith(entry, { day: DAY, from: 660, minutes: 60 })
  })

  it('ends with Escape, also before the button is released', async () => {
    await point('pointerdown', 610)
    await point('pointermove', 674)
    await press('Escape')
    expect(text()).not.toContain('from')
    await point('pointerup', 674)
    await click()
    expect(onMove).not.toHaveBeenCalled()
    expect(onClick).not.toHaveBeenCalled()
    await passTime(0)
    await click()
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('scrolls near the lower edge of the grid', async () => {
    const scroller = document.querySelector('a')?.closest('div')?.parentElement?.parentElement as HTMLElement
    scroller.getBoundingClientRect = () => ({ top: 0, bottom: 700 }) as DOMRect
    const scrollBy = vi.fn()
    scroller.scrollBy = scrollBy
    await point('pointerdown', 610)
    await point('pointermove', 620)
    await passTime(100)
    expect(scrollBy).not.toHaveBeenCalled()
    await point('pointermove', 690)
    await passTime(100)
    expect(scrollBy).toHaveBeenCalledWith(0, 7)
  })

  it('ends with the keyboard by Enter, which proposes, or Escape, which does not', async () => {
    await press('m')
    await press('ArrowDown')
    expect(text()).toContain('from 615')
    await press('Escape')
    expect(text()).not.toContain('from')
    await press('m')
    await press('ArrowUp')
    await press('Enter')
    expect(onMove).toHaveBeenCalledExactlyOnceWith(entry, { day: DAY, from: 585, minutes: 60 })
  })
})
