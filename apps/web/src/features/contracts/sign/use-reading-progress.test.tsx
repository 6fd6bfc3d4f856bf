import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../../testing/screen.tsx'
import * as apiModule from '../api.ts'
import { SignPanel } from './sign-panel.tsx'
import { useReadingProgress } from './use-reading-progress.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

const reports = { toEnd: [] as boolean[], fail: false, until: Promise.resolve() }
replaceExports(apiModule, {
  recordReading: async (_client: unknown, _id: string, _hash: string, toEnd: boolean) => {
    reports.toEnd.push(toEnd)
    await reports.until
    if (reports.fail) throw new Error('Away')
  },
})

const { draw, button, text } = setUpScreen()
const onSign = vi.fn()
let view: (isIntersecting: boolean) => void
/** Scrolls from before the end to 800 px after it, between two frames. */
let jumpPast: () => void

function Page() {
  const { scroller, end, ...reading } = useReadingProgress('ctr_1', 'hash', false)
  return (
    <div ref={scroller}>
      <div ref={end} />
      {reading.isRead && 'Read to the end'}
      <SignPanel
        document="CONTRACT"
        signAs="Ada Obi"
        reading={reading}
        submit="Sign"
        busy={false}
        error={undefined}
        onSign={onSign}
      />
    </div>
  )
}

beforeEach(() => {
  // jsdom has no canvas.
  HTMLCanvasElement.prototype.getContext = () => null
  Object.assign(reports, { toEnd: [], fail: false, until: Promise.resolve() })
  onSign.mockClear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options?: IntersectionObserverInit) {
        view = (isIntersecting) => callback([{ isIntersecting }])
        jumpPast = () => {
          if (options?.root && Number.parseInt(options?.rootMargin ?? '0') > 800) view(true)
        }
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})

it('repeats a failed report with a button', async () => {
  reports.fail = true
  await draw(<Page />)
  await act(async () => view(true))
  expect(text()).toContain("We couldn't record that you've read it.")
  reports.fail = false
  await press(button('Try again'))
  expect(reports.toEnd).toEqual([false, true, true])
  expect(text()).toContain('Read to the end')
  expect(text()).not.toContain("We couldn't record")
})

it('repeats a failed report when the end is seen again', async () => {
  await draw(<Page />)
  reports.fail = true
  await act(async () => view(true))
  reports.fail = false
  await act(async () => view(false))
  expect(text()).not.toContain('Read to the end')
  await act(async () => view(true))
  expect(text()).toContain('Read to the end')
})

it('counts a jump past the end as having seen it', async () => {
  await draw(<Page />)
  await act(async () => jumpPast())
  expect(text()).toContain('Read to the end')
})

it('signs once the report that it was read has arrived', async () => {
  let answer = () => undefined as void
  await draw(<Page />)
  reports.until = new Promise<void>((resolve) => (answer = resolve))
  await act(async () => view(true))
  await type(document.querySelector('input')!, 'Ada Obi')
  for (const input of document.querySelectorAll<HTMLInputElement>('[value=TYPED], [type=checkbox]')) await press(input)
  await press(button('Sign'))
  await press(button('Sign'))
  expect(text()).not.toContain('Read it to the end')
  expect(onSign).not.toHaveBeenCalled()
  await act(async () => answer())
  expect(onSign).toHaveBeenCalledOnce()
})
