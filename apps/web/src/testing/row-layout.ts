import { onTestFinished, vi } from 'vitest'

/** Lays out what `selector` finds in a row of this width, each 100 px wide, and reports sizes once. */
export function layOutRow(selector: string, width: number): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: () => void
      constructor(onResize: () => void) {
        this.observe = onResize
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = [...document.querySelectorAll(selector)].indexOf(this)
    return at < 0 ? new DOMRect(0, 0, width, 44) : new DOMRect(at * 100, 0, 100, 44)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}
