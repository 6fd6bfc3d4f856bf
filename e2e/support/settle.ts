import { expect, type Page } from '@playwright/test'

/** Resolves after the next frames to whether fonts are loading or a placeholder is visible. Runs in the browser. */
async function isWaiting(): Promise<boolean> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  if (document.fonts.status === 'loading') return true
  return [...document.querySelectorAll('.animate-pulse, [aria-busy=true]')].some((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return each.checkVisibility() && bottom > 0 && top < innerHeight
  })
}

/**
 * Watches the requests of a page. The function resolves once the page is idle, without placeholders, for this many
 * consecutive checks; unlike `networkidle` also after a navigation within the page.
 */
export function watchActivity(page: Page): (checks: number) => Promise<void> {
  const running = new Set<unknown>()
  page.on('request', (request) => {
    // Requests of the page that is left may end without an event.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) running.clear()
    running.add(request)
  })
  page.on('requestfinished', (request) => running.delete(request))
  page.on('requestfailed', (request) => running.delete(request))
  const isBusy = async () => running.size > 0 || (await page.evaluate(isWaiting))
  return async (checks) => {
    let quiet = 0
    await expect
      .poll(
        async () => {
          quiet = (await isBusy()) ? 0 : quiet + 1
          return quiet
        },
        { intervals: [50], timeout: 60_000, message: `${page.url()} comes to rest` },
      )
      .toBeGreaterThanOrEqual(checks)
  }
}
