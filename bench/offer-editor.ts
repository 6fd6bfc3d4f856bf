// The offer editor with a hundred lines: `npm run bench -- offer-editor`. Measures the main thread's script time per
// keystroke in a real browser, including totals and rendering.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { startPostgres } from '@fettle/local-postgres'
import { browserArgs, ensureBrowser } from '../scripts/browser.mjs'
import { buildChanged } from '../scripts/build.mjs'
import { startChild } from './lib/child.ts'
import { atMost, median, report, type Figure } from './lib/figures.ts'

const LINES = 100

interface Envelope<Data> {
  success: boolean
  data: Data
}

async function callApi<Data>(
  origin: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Data> {
  const response = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Envelope<Data>
  if (!answer.success) throw new Error(`${method} ${path} → ${JSON.stringify(answer)}`)
  return answer.data
}

/** Creates a draft with a hundred lines: sections, options, discounts, two tax rates and costs. Returns its id. */
async function writeOffer(origin: string, token: string): Promise<string> {
  const [customer] = await callApi<{ id: string }[]>(origin, 'GET', '/v2/customers?limit=1', undefined, token)
  const body = { customerId: customer?.id }
  const { id } = await callApi<{ id: string }>(origin, 'POST', '/v2/offers', body, token)
  const lineItems = Array.from({ length: LINES }, (_, n) => ({
    id: `line${n}`,
    kind: n % 2 ? 'MATERIAL' : 'LABOUR',
    name: `Line ${n + 1} of the offer`,
    quantity: ['1', '2.5', '12.125'][n % 3],
    unit: 'ITEM',
    unitPrice: 120_050 + n * 37,
    costPrice: 80_000,
    discountBps: n % 7 === 0 ? 500 : 0,
    taxRateBps: n % 5 === 0 ? 0 : 750,
    sectionId: `section${n % 4}`,
    ...(n % 10 === 9 && { optional: true, selected: n % 20 === 9 }),
  }))
  const content = {
    title: 'Everything in the house',
    sections: Array.from({ length: 4 }, (_, n) => ({ id: `section${n}`, title: `Part ${n + 1}` })),
    lineItems,
    discount: { type: 'PERCENT', value: 500 },
    deposit: { type: 'PERCENT', value: 3000 },
  }
  await callApi(origin, 'PUT', `/v2/offers/${id}/draft`, { version: 1, content }, token)
  return id
}

const at = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN

/** Script milliseconds per keystroke in a cell. */
async function typing(page: Page, label: string, keys: readonly string[]): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  // Thread time excludes other programs on this machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const script = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
  }
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.press('End')
  const taken: number[] = []
  for (const key of keys) {
    const before = await script()
    await page.keyboard.press(key)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    taken.push((await script()) - before)
  }
  await session.detach()
  // The first keystrokes warm up.
  return taken.slice(10)
}

async function measure(origin: string): Promise<Figure[]> {
  const { token, streamToken } = await callApi<{ token: string; streamToken: string }>(
    origin,
    'POST',
    '/v2/auth/login',
    {
      emailOrPhone: 'ada@fettle.test',
      password: 'fettle-demo-2026',
      role: 'PROVIDER',
    },
  )
  const id = await writeOffer(origin, token)
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    // The TypeScript runner adds a name helper to functions that the page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (each) => each' })
    const page = await context.newPage()
    await page.addInitScript(
      (keys) => {
        for (const [key, value] of Object.entries(keys)) localStorage.setItem(key, value)
      },
      { token, streamToken },
    )
    await page.goto(`${origin}/offers/${id}`)
    await page.getByLabel(`What, line ${LINES}`, { exact: true }).waitFor()
    // Wait for the page's idle work.
    await page.waitForTimeout(5_000)
    // Every digit of a quantity changes all totals.
    const digits = Array.from({ length: 60 }, (_, n) => (n % 2 ? 'Backspace' : '4'))
    const figures = await typing(page, 'Quantity of Line 50 of the offer', digits)
    const words = await typing(page, 'What, line 51', 'takeouttheoldtilesandbringthemtothedumpbyvanandback'.split(''))
    console.log(
      `   a letter of a quantity: ${median(figures).toFixed(2)} ms of script, p95 ${at(figures, 0.95).toFixed(2)}`,
    )
    console.log(`   a letter of a name: ${median(words).toFixed(2)} ms of script, p95 ${at(words, 0.95).toFixed(2)}`)
    return [
      atMost(`a figure in one of ${LINES} lines, script per keystroke p95, ms`, at(figures, 0.95), 4, 2.5),
      atMost(`a word in one of ${LINES} lines, script per keystroke p95, ms`, at(words, 0.95), 4, 2.5),
    ]
  } finally {
    await browser.close()
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
await buildChanged(root)
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-offer-'))
chmodSync(dataDir, 0o755)
const postgres = await startPostgres({ dataDir, log: createLog({ logLevel: 'warn' }) })
try {
  const server = await startChild([join(root, 'apps/server/dist/main.js')], {
    DATABASE_URL: postgres.url,
    FETTLE_DATA_DIR: dataDir,
    FETTLE_DEMO: 'on',
    LOG_LEVEL: 'error',
  })
  try {
    report(await measure(`http://localhost:${server.port}`))
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
