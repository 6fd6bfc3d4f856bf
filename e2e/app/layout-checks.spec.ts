import { expect, test, type Page } from '@playwright/test'
import {
  findCoveredFocus,
  findLayoutFaults,
  fontsOf,
  layoutDigest,
  recordLayoutShifts,
  type LayoutFault,
} from '../support/layout-checks.ts'

// Tests of the layout checks: each gets a page with one fault and the correct page. They share a tab, because opening
// one costs more than the check.

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage({ viewport: { width: 400, height: 600 } })
})
test.afterAll(() => page.close())

type Rule = LayoutFault['rule']
const long = 'Replace the kitchen tap and the two valves below the sink'
const card = 'width: 200px; border: 1px solid black; padding: 8px;'

const cases: readonly [name: string, html: string, rules: Rule[]][] = [
  ['a page that fits', `<main><h1>Bookings</h1><button>Accept</button></main>`, []],
  ['something wider than the page', `<div style="width: 500px; height: 10px"></div>`, ['scrolls sideways']],
  [
    'a button outside the screen',
    `<div style="overflow: hidden"><button style="margin-left: 380px; width: 90px">More</button></div>`,
    ['cut off'],
  ],
  [
    'a dialog that scrolls sideways',
    `<dialog><div style="overflow-y: auto; max-height: 200px; width: 200px">
      <div style="width: 300px; height: 20px"></div></div></dialog>`,
    ['scrolls sideways'],
  ],
  [
    'a table that scrolls by itself and says what it is',
    `<div role="region" aria-label="Earnings by month" tabindex="0" style="overflow-x: auto; width: 200px">
      <div style="width: 300px">₦1,200,000 in October and November</div></div>`,
    [],
  ],
  [
    'tabs without a scroll bar in front of a mouse',
    `<div role="tablist" aria-label="Parts" style="display: flex; overflow-x: auto; width: 150px; scrollbar-width: none">
      <button role="tab" style="flex: none">Profile information</button>
      <button role="tab" style="flex: none">Availability</button></div>`,
    ['scrolls sideways'],
  ],
  [
    'tabs without a scroll bar that have an arrow beside them',
    `<div style="width: 150px"><div role="tablist" aria-label="Parts" style="display: flex; overflow-x: auto; scrollbar-width: none">
      <button role="tab" style="flex: none">Profile information</button>
      <button role="tab" style="flex: none">Availability</button></div><span><button>›</button></span></div>`,
    [],
  ],
  [
    'a photo wider than its bubble',
    `<div style="${card}"><img alt="" style="width: 260px; height: 40px" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></div>`,
    ['outside its container'],
  ],
  [
    'text wider than its card',
    `<div style="${card}"><p style="white-space: nowrap">${long}</p></div>`,
    ['scrolls sideways', 'outside its container', 'outside the screen'],
  ],
  [
    'text higher than its button',
    `<button style="display: block; width: 80px; height: 30px; padding: 0">${long}</button>`,
    ['outside its container'],
  ],
  [
    'a badge on the corner of a card',
    `<div style="${card} position: relative; margin: 40px">Messages
      <span style="position: absolute; top: -10px; right: -10px">3</span></div>`,
    [],
  ],
  [
    'text that is cut without a sign',
    `<p style="width: 120px; overflow: hidden; white-space: nowrap">${long}</p>`,
    ['cut off'],
  ],
  [
    'text whose second line is cut',
    `<p style="width: 200px; height: 18px; overflow: hidden; margin: 0">${long}</p>`,
    ['cut off'],
  ],
  [
    'text that ends in an ellipsis',
    `<p style="width: 120px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${long}</p>`,
    [],
  ],
  [
    'a heading that ends in an ellipsis',
    `<h1 style="width: 120px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${long}</h1>`,
    ['cut off'],
  ],
  [
    'a heading that ends in an ellipsis and has a title',
    `<h1 title="${long}" style="width: 120px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${long}</h1>`,
    [],
  ],
  [
    'the label of a button that ends in an ellipsis',
    `<button style="width: 90px"><span style="display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Propose another time</span></button>`,
    ['cut off'],
  ],
  [
    'a row that can be pressed, with a preview that ends in an ellipsis',
    `<button style="width: 160px"><span style="display: block">Chidi Okafor</span>
      <span style="display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">${long}</span></button>`,
    [],
  ],
  [
    'a choice wider than its field',
    `<select aria-label="Tax" style="width: 80px"><option>Added to the prices of all lines</option></select>`,
    ['cut off'],
  ],
  [
    'a placeholder wider than its field',
    `<input aria-label="Search" style="width: 80px" placeholder="Title, customer or reference">`,
    ['cut off'],
  ],
  [
    'a placeholder that ends in an ellipsis',
    `<input aria-label="Search" style="width: 80px; text-overflow: ellipsis" placeholder="Title, customer or reference">`,
    [],
  ],
  [
    'two heads that touch',
    `<div style="display: flex"><b style="width: 40px; white-space: nowrap; flex: none">Yesterday, 22 November</b><b>Today</b></div>`,
    ['overlaps other text'],
  ],
  [
    'text for screen readers, and text that is hidden',
    `<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">${long}</span>
     <p style="visibility: hidden; width: 100px; overflow: hidden; white-space: nowrap">${long}</p>
     <p style="opacity: 0; width: 100px; overflow: hidden; white-space: nowrap">${long}</p>`,
    [],
  ],
  [
    'the page behind a dialog',
    `<p style="width: 120px; overflow: hidden; white-space: nowrap">${long}</p><dialog>Decline this request?</dialog>`,
    [],
  ],
  [
    'text below the fold of a part that scrolls',
    `<div style="${card} height: 60px; overflow-y: auto"><p>One</p><p>Two</p><p>Three</p><p>Four</p></div>`,
    [],
  ],
]

for (const [name, html, rules] of cases) {
  test(`layout faults of ${name}`, async () => {
    await page.setContent(`<!doctype html><body style="margin: 0; font: 16px sans-serif">${html}</body>`)
    await page.evaluate(() => document.querySelector('dialog')?.showModal())
    const found = await page.evaluate(findLayoutFaults)
    expect([...new Set(found.map(({ rule }) => rule))], JSON.stringify(found)).toEqual(rules)
  })
}

test('a fault names the element, its text and the number of pixels', async () => {
  await page.setContent(
    `<!doctype html><body style="margin: 0"><main><button aria-label="More actions" style="margin-left: 380px; width: 90px">…</button></main></body>`,
  )
  expect(await page.evaluate(findLayoutFaults)).toContainEqual({
    rule: 'outside the screen',
    element: 'body > main > button[aria-label="More actions"]',
    text: 'More actions',
    px: 70,
  })
})

const links = Array.from({ length: 30 }, (_, index) => `<p><a href="#${index}">Job ${index}</a></p>`).join('')
const bar = 'position: sticky; height: 120px; background: white;'

test('a link under a sticky bar is found, one beside it is not', async () => {
  await page.setContent(`<!doctype html><body>${links}<div style="${bar} bottom: 0">3 selected</div></body>`)
  expect((await page.evaluate(findCoveredFocus)).map(({ rule }) => rule)).toContain('focused but covered')
  await page.setContent(
    `<!doctype html><style>html { scroll-padding: 8px 0 140px }</style><body>${links}<div style="${bar} bottom: 0">3 selected</div></body>`,
  )
  expect(await page.evaluate(findCoveredFocus)).toEqual([])
})

test('a control out of view when focused is found', async () => {
  await page.setContent(
    `<!doctype html><body><div style="overflow: clip"><button style="position: fixed; left: 395px; width: 90px">More</button></div></body>`,
  )
  expect((await page.evaluate(findCoveredFocus)).map(({ rule }) => rule)).toEqual(['focused but out of view'])
})

test('moved content changes the digest, other colours do not', async () => {
  await page.setContent('<!doctype html><body><p id="one">One</p><p>Two</p></body>')
  const before = await page.evaluate(layoutDigest)
  await page.evaluate(() => document.body.style.setProperty('background', 'black'))
  expect(await page.evaluate(layoutDigest)).toBe(before)
  await page.evaluate(() => document.getElementById('one')?.style.setProperty('margin-left', '3px'))
  expect(await page.evaluate(layoutDigest)).not.toBe(before)
})

test('content that shifts the page while loading is recorded, content below is not', async () => {
  await page.addInitScript(recordLayoutShifts)
  await page.goto('about:blank')
  await page.setContent('<!doctype html><body><p>Pay out</p><div id="list" style="height: 200px">Payouts</div></body>')
  const insert = (where: InsertPosition) =>
    page.evaluate(async (where) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      await frame()
      await frame()
      const added = Object.assign(document.createElement('div'), { textContent: 'A payout is on its way' })
      added.style.height = '150px'
      document.getElementById('list')?.insertAdjacentElement(where, added)
    }, where)
  const shift = () => page.evaluate(() => window.layoutShifts.reduce((sum, { value }) => sum + value, 0))
  await insert('afterend')
  await insert('beforebegin')
  await expect.poll(shift).toBeGreaterThan(0.02)
  expect(await page.evaluate(() => window.layoutShifts)).toHaveLength(1)
})

test('the font of a heading is the rendered one', async () => {
  await page.setContent('<!doctype html><body><h1 style="font-family: Inter, monospace">Bookings</h1></body>')
  const cdp = await page.context().newCDPSession(page)
  const fonts = await fontsOf(cdp, 'h1')
  expect(fonts).toHaveLength(1)
  expect(fonts.join()).not.toMatch(/^Inter/)
  expect(await fontsOf(cdp, 'h2')).toEqual([])
})
