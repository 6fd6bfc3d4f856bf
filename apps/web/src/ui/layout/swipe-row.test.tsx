import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { SWIPE_PX, SwipeRow } from './swipe-row.tsx'

const accept = vi.fn()
const decline = vi.fn()
const { draw } = setUpScreen()

beforeEach(async () => {
  await draw(
    <ul>
      <SwipeRow
        className=""
        toEnd={{ label: 'Accept', className: '', run: accept }}
        toStart={{ label: 'Decline', className: '', run: decline }}
      >
        <p>Kitchen tap</p>
        <dialog open>
          <h2>Decline this request?</h2>
        </dialog>
      </SwipeRow>
    </ul>,
  )
})

afterEach(() => {
  document.documentElement.dir = ''
  accept.mockReset()
  decline.mockReset()
})

function point(on: string, type: string, pointerType: string, clientX: number, clientY: number): void {
  const event = new MouseEvent(type, { bubbles: true, clientX, clientY })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  act(() => void document.querySelector(on)?.dispatchEvent(event))
}

function swipe(x: number, { y = 0, pointerType = 'touch', on = 'p' } = {}): string | null | undefined {
  point(on, 'pointerdown', pointerType, 200, 100)
  point(on, 'pointermove', pointerType, 200 + x, 100 + y)
  const behind = document.querySelector('[aria-hidden]')?.textContent
  point(on, 'pointerup', pointerType, 200 + x, 100 + y)
  return behind
}

it('accepts when swiped to the end, declines to the start, and says so meanwhile', () => {
  expect(swipe(SWIPE_PX)).toBe('Accept')
  expect(accept).toHaveBeenCalledOnce()
  expect(swipe(-SWIPE_PX)).toBe('Decline')
  expect(decline).toHaveBeenCalledOnce()
})

it('mirrors on a page from right to left', () => {
  document.documentElement.dir = 'rtl'
  expect(swipe(-SWIPE_PX)).toBe('Accept')
  expect(accept).toHaveBeenCalledOnce()
})

it('does nothing for short swipes, for scrolling and for a mouse', () => {
  swipe(SWIPE_PX - 1)
  expect(swipe(SWIPE_PX, { y: SWIPE_PX })).toBeUndefined()
  expect(swipe(SWIPE_PX, { pointerType: 'mouse' })).toBeUndefined()
  expect(accept).not.toHaveBeenCalled()
})

it('ignores swipes in a dialog of the row', () => {
  expect(swipe(SWIPE_PX, { on: 'h2' })).toBeUndefined()
  expect(swipe(-SWIPE_PX, { on: 'dialog' })).toBeUndefined()
  expect(accept).not.toHaveBeenCalled()
  expect(decline).not.toHaveBeenCalled()
})
