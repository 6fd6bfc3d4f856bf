import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { SWIPE_PX, useMessageGestures } from './use-message-gestures.ts'

const onSwipe = vi.fn()
const onDoubleTap = vi.fn()

function Bubble({ isAnswerable = true }) {
  const gestures = useMessageGestures({
    onLongPress: () => undefined,
    onSwipe: isAnswerable ? onSwipe : undefined,
    onDoubleTap: isAnswerable ? onDoubleTap : undefined,
  })
  return (
    <div data-testid="bubble" {...gestures}>
      Text <a href="#link">link</a>
    </div>
  )
}

/** Dispatches a pointer event at an instant, in milliseconds. */
function point(
  type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
  target: HTMLElement,
  at: { x?: number; y?: number; ms?: number; pointerType?: string },
): void {
  const event = new Event(type, { bubbles: true })
  const { x = 0, y = 0, ms = 0, pointerType = 'touch' } = at
  for (const [name, value] of Object.entries({ clientX: x, clientY: y, pointerType, timeStamp: ms }))
    Object.defineProperty(event, name, { value })
  act(() => void target.dispatchEvent(event))
}

function swipe(target: HTMLElement, to: { x: number; y?: number; pointerType?: string }): void {
  point('pointerdown', target, { ...to, x: 0, y: 0 })
  point('pointermove', target, to)
  point('pointerup', target, to)
}

function tap(target: HTMLElement, ms: number): void {
  point('pointerdown', target, { ms })
  point('pointerup', target, { ms })
}

const { draw } = setUpScreen()
afterEach(() => {
  document.documentElement.dir = ''
})

async function show(isAnswerable?: boolean): Promise<HTMLElement> {
  await draw(<Bubble {...(isAnswerable !== undefined && { isAnswerable })} />)
  const bubble = document.querySelector<HTMLElement>('[data-testid=bubble]')
  if (!bubble) throw new Error('not shown')
  return bubble
}

it('replies on a swipe to the end of the line, which the message follows', async () => {
  const bubble = await show()
  point('pointerdown', bubble, {})
  point('pointermove', bubble, { x: 30 })
  expect(bubble.style.translate).toBe('30px')
  point('pointermove', bubble, { x: 200 })
  expect(bubble.style.translate).toBe(`${SWIPE_PX}px`)
  point('pointerup', bubble, { x: 200 })
  expect(bubble.style.translate).toBe('')
  expect(onSwipe).toHaveBeenCalledOnce()
})

it('replies on a swipe to the left in languages written from right to left', async () => {
  const bubble = await show()
  document.documentElement.dir = 'rtl'
  swipe(bubble, { x: 80 })
  expect(onSwipe).not.toHaveBeenCalled()
  swipe(bubble, { x: -80 })
  expect(onSwipe).toHaveBeenCalledOnce()
})

it('does not take scrolling, short moves, a mouse or an interrupted swipe for a reply', async () => {
  const bubble = await show()
  swipe(bubble, { x: 60, y: 90 })
  swipe(bubble, { x: 40 })
  swipe(bubble, { x: 80, pointerType: 'mouse' })
  point('pointerdown', bubble, {})
  point('pointermove', bubble, { x: 80 })
  point('pointercancel', bubble, { x: 80 })
  expect(bubble.style.translate).toBe('')
  point('pointerup', bubble, { x: 80 })
  expect(onSwipe).not.toHaveBeenCalled()
})

it('reacts on two quick taps, not on slow ones or on a link', async () => {
  const bubble = await show()
  tap(bubble, 1_000)
  tap(bubble, 1_500)
  expect(onDoubleTap).not.toHaveBeenCalled()
  tap(bubble, 1_700)
  expect(onDoubleTap).toHaveBeenCalledOnce()
  const link = bubble.querySelector('a') as HTMLElement
  tap(link, 2_000)
  tap(link, 2_100)
  expect(onDoubleTap).toHaveBeenCalledOnce()
})

it('does nothing where answers are not possible', async () => {
  const bubble = await show(false)
  swipe(bubble, { x: 80 })
  tap(bubble, 1_000)
  tap(bubble, 1_100)
  expect(onSwipe).not.toHaveBeenCalled()
  expect(onDoubleTap).not.toHaveBeenCalled()
})
