import type { Page } from '@playwright/test'

/** Pause before each check: content that arrives later starts a request or shows a placeholder by then. */
const PAUSE_MS = 50
/** Long enough for a busy machine. */
const TIMEOUT_MS = 60_000

/** Whether the page shows no placeholder and loads no fonts at this many checks in a row. Runs in the browser. */
async function isAtRest([checks, pauseMs]: readonly [checks: number, pauseMs: number]): Promise<boolean> {
  for (let check = 0; check < checks; check += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    if (document.fonts.status === 'loading') return false
    const isWaiting = [...document.querySelectorAll('.animate-pulse, [aria-busy=true]')].some((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return each.checkVisibility() && bottom > 0 && top < innerHeight
    })
    if (isWaiting) return false
  }
  return true
}

/**
 * Watches the requests of a page. The function resolves once the page is idle, without placeholders, for this many
 * consecutive checks; unlike `networkidle` also after a navigation within the page.
 */
export function watchActivity(page: Page): (checks: number) => Promise<void> {
  const running = new Set<unknown>()
  let started = 0
  page.on('request', (request) => {
    // Requests of the page that is left may end without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) running.clear()
    running.add(request)
    started += 1
  })
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  return async (checks) => {
    const deadline = Date.now() + TIMEOUT_MS
    for (;;) {
      const before = started
      const isIdle = running.size === 0 && (await page.evaluate(isAtRest, [checks, PAUSE_MS] as const))
      if (isIdle && running.size === 0 && started === before) return
      if (Date.now() > deadline) throw new Error(`${page.url()} did not come to rest in ${TIMEOUT_MS / 1_000} s`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
