import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < 60; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${String(target)}`)
}

/**
 * Tabs through the page: every control is reached, in view, uncovered and visibly focused, and there is no focus trap.
 */
export async function expectKeyboardReachable(page: Page): Promise<void> {
  const total = await page.evaluate(startTabOrder)
  const problems: string[] = []
  for (let step = 0; step < total * 2 + 10; step += 1) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(checkFocusedElement)
    if (problem === 'round') break
    if (problem !== '') problems.push(problem)
  }
  // A control that was replaced meanwhile, by a part that loads, cannot be reached any more.
  const missed = await page.evaluate(() =>
    window.tabOrder?.left.filter(({ isConnected }) => isConnected).map(({ outerHTML }) => outerHTML.slice(0, 160)),
  )
  expect({ missed, problems }, `${page.url()} by keyboard`).toEqual({ missed: [], problems: [] })
}

declare global {
  interface Window {
    tabOrder?: { left: Element[]; first: Element | null }
  }
}

function startTabOrder(): number {
  const seen = new Set<string>()
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter((element) => {
    if (element.tabIndex < 0 || element.closest('[inert], :disabled') || !element.checkVisibility()) return false
    // Of a radio group one button takes the focus; arrow keys reach the others.
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
    const name = element.name
    const chosen = document.querySelector<HTMLInputElement>(`input[type=radio][name="${name}"]:checked`)
    if (chosen ? chosen !== element : seen.has(name)) return false
    seen.add(name)
    return true
  })
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  // Start at the top, wherever the page has put the focus.
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
  window.tabOrder = { left: controls, first: null }
  return controls.length
}

function checkFocusedElement(): string {
  const at = document.activeElement
  const { tabOrder } = window
  if (!tabOrder || !(at instanceof HTMLElement) || at === document.body) return ''
  if (at === tabOrder.first) return 'round'
  tabOrder.first ??= at
  const isNew = tabOrder.left.includes(at)
  tabOrder.left = tabOrder.left.filter((element) => element !== at)
  // An input may be hidden below its visible label.
  const label = (at as HTMLInputElement).labels?.[0]
  const own = at.getBoundingClientRect()
  const shown = own.width < 4 && label ? label : at
  const { top, left, width, height } = shown.getBoundingClientRect()
  const what = at.outerHTML.slice(0, 160)
  const isTall = height > innerHeight || width > innerWidth
  const [x, y] = [left + width / 2, isTall ? Math.max(top, 0) + 1 : top + height / 2]
  if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) return `out of view: ${what}`
  const hit = document.elementFromPoint(x, y)
  const isFree = hit && (shown.contains(hit) || hit.contains(shown) || label?.contains(hit))
  if (!isFree && !isTall) return `covered by ${hit?.outerHTML.slice(0, 80)}: ${what}`
  // A native date input has inner tab stops.
  if (!isNew) return ''
  const around = [label, at.parentElement, ...(at.parentElement?.querySelectorAll('*') ?? [])]
  const marks = [at, ...around].filter((element) => element instanceof HTMLElement)
  const isMarked = marks.some((element) => {
    const style = getComputedStyle(element)
    return style.outlineStyle !== 'none' || style.boxShadow !== 'none'
  })
  return isMarked ? '' : `does not show its focus: ${what}`
}

/** Checks that at 200 % zoom nothing scrolls sideways. */
export async function expectReflow(page: Page): Promise<void> {
  const sideways = () =>
    page.evaluate(() =>
      [document.scrollingElement, document.getElementById('main')].flatMap((element) =>
        element && element.scrollWidth > element.clientWidth
          ? [`${element.tagName} is ${element.scrollWidth} wide, ${element.clientWidth} are there`]
          : [],
      ),
    )
  // A phone re-renders shortly after rotation.
  await expect.poll(sideways, page.url()).toEqual([])
}
