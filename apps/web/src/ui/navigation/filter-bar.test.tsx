import { expect, it, onTestFinished, vi } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { FilterBar } from './filter-bar.tsx'

const { draw } = setUpScreen()

/** Gives each chip 100 px, in a row of this width, and reports sizes once. */
function layOut(width: number): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      onResize: () => void
      constructor(onResize: () => void) {
        this.onResize = onResize
      }
      observe() {
        this.onResize()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = [...document.querySelectorAll('button[aria-pressed]')].indexOf(this)
    return at < 0 ? new DOMRect(0, 0, width, 44) : new DOMRect(at * 100, 0, 100, 44)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

const hints = () => document.querySelectorAll('fieldset [aria-hidden] svg').length

it.each([
  [250, 1],
  [400, 0],
])('in a row of %i px, %i edge of three filters says that there are more', async (width, count) => {
  layOut(width)
  const options = ['All', 'Unread', 'Archived'].map((name) => ({ name, label: name }))
  await draw(<FilterBar label="Filter" options={options} current="All" onChange={() => undefined} />)
  expect(hints()).toBe(count)
})
