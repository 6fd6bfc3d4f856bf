// The messages screen under load: `npm run bench -- messages`. A thousand conversations, one with 100,000 messages, in
// a real browser; scrolling is compared with an empty list in the same run.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { createLog } from '../apps/server/src/platform/observability/log.ts'
import { startPostgres } from '@fettle/local-postgres'
import { browserArgs, ensureBrowser } from '../scripts/browser.mjs'
import { buildChanged } from '../scripts/build.mjs'
import { startChild } from './lib/child.ts'
import { atMost, median, report, type Figure } from './lib/figures.ts'
import { CHANNEL_COUNT, LONG_CHANNEL, OTHER_CHANNEL, seedConversations } from './messages.seed.ts'

/** Duration of a frame at 60 Hz. */
const FRAME_MS = 16.7
/** Timers are inexact: beyond this a frame was missed. */
const MISSED_FRAME_MS = FRAME_MS * 1.5
const FRAME_COUNT = 240
/** Definition of a long task. */
const LONG_TASK_US = 50_000

/** Work of the main thread so far, in milliseconds. */
interface MainThreadWork {
  script: number
  task: number
}

async function mainThreadWork(page: Page): Promise<() => Promise<MainThreadWork>> {
  const session = await page.context().newCDPSession(page)
  // Thread time excludes other programs on this machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const value = (name: string) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1_000
    return { script: value('ScriptDuration'), task: value('TaskDuration') }
  }
}

/** Scrolls up and down by this many pixels per frame and returns the frame delays. */
const scroll = (page: Page, selector: string, step: number): Promise<number[]> =>
  page.evaluate(
    ([found, by, frames]) =>
      new Promise<number[]>((resolve) => {
        const element = document.querySelector(found)
        if (!element) throw new Error(`Found no scrolling element ${found}`)
        const frameTimes: number[] = []
        let last = performance.now()
        const draw = (now: number) => {
          frameTimes.push(now - last)
          last = now
          element.scrollTop += frameTimes.length % frames < frames * 0.75 ? by : -by
          if (frameTimes.length > frames) resolve(frameTimes.slice(2))
          else requestAnimationFrame(draw)
        }
        requestAnimationFrame(draw)
      }),
    [selector, step, FRAME_COUNT] as const,
  )

const at = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  Number.NaN

interface ScrollResult {
  /** Percentage of frames that were at least one frame late. */
  missed: number
  /** Main thread work per frame, in milliseconds. */
  perFrame: number
  /** Main thread tasks over 50 ms, from the browser's trace. */
  longTasks: number
}

async function measureScroll(browser: Browser, page: Page, selector: string, step: number): Promise<ScrollResult> {
  const work = await mainThreadWork(page)
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] })
  const before = await work()
  const frames = await scroll(page, selector, step)
  const after = await work()
  const longTasks = longTasksIn(await browser.stopTracing())
  const missed = (frames.filter((each) => each > MISSED_FRAME_MS).length / frames.length) * 100
  return { missed, perFrame: (after.task - before.task) / frames.length, longTasks }
}

interface TraceResult {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  args?: { name?: string }
}

/** Counts main thread tasks over 50 ms in a trace. */
function longTasksIn(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceResult[] }
  const isMain = new Set(
    traceEvents.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  const tasks = traceEvents.filter(({ name, ph, pid, tid }) => {
    return ph === 'X' && isMain.has(`${pid} ${tid}`) && name.endsWith('RunTask')
  })
  return tasks.filter(({ dur = 0 }) => dur > LONG_TASK_US).length
}

/** Floor: scrolls an empty list of the same height. */
async function floorOf(browser: Browser, page: Page): Promise<ScrollResult> {
  await page.setContent('<section style="height:800px;overflow-y:auto"><div style="height:1000000px"></div></section>')
  await page.evaluate(() => document.querySelector('section')?.scrollTo(0, 500_000))
  return measureScroll(browser, page, 'section', -40)
}

const conversationOf = 'section[aria-label="Conversation"]'

async function typing(page: Page): Promise<number> {
  const work = await mainThreadWork(page)
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.click()
  const durations: number[] = []
  for (const key of 'I can come on Thursday at nine and bring the spare washers with me. '.repeat(2)) {
    const before = await work()
    await page.keyboard.type(key)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    durations.push((await work()).script - before.script)
  }
  await field.fill('')
  return at(durations.slice(10), 0.95)
}

/** Switches between two conversations that were opened before. */
async function opening(page: Page): Promise<number> {
  const work = await mainThreadWork(page)
  const durations: number[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    const name = turn % 2 === 0 ? OTHER_CHANNEL.name : LONG_CHANNEL.name
    const before = await work()
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.locator(`${conversationOf} [data-message]`).first().waitFor()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
    // The first visits load the data.
    if (turn > 3) durations.push((await work()).script - before.script)
  }
  return median(durations)
}

/** Scrolls until all pages have loaded and returns the number of conversations. */
async function loadChannels(page: Page, most: number): Promise<number> {
  let loaded = 0
  for (const deadline = Date.now() + 120_000; loaded < most && Date.now() < deadline;) {
    const more = page.getByRole('button', { name: 'Load more' })
    loaded = await page.evaluate(listEnd)
    if (await more.isEnabled({ timeout: 50 }).catch(() => false)) await more.click().catch(() => undefined)
    await page.waitForTimeout(50)
  }
  return loaded
}

/** Scrolls to the end and returns the number of conversations. */
function listEnd(): number {
  const list = document.querySelector('ul[aria-label="Conversations"]')
  for (let ancestor = list?.parentElement; ancestor; ancestor = ancestor.parentElement)
    if (ancestor.scrollHeight > ancestor.clientHeight + 1) {
      ancestor.scrollTop = ancestor.scrollHeight
      ancestor.setAttribute('data-bench', 'channels')
      break
    }
  const places = [...(list?.querySelectorAll('[aria-posinset]') ?? [])].map((each) => Number(each.ariaPosInSet))
  return Math.max(0, ...places)
}

/** Tokens of the demo provider's browser. */
async function signIn(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrPhone: 'ada@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }),
  })
  const { data } = (await response.json()) as { data: { token: string; streamToken: string } }
  return { token: data.token, streamToken: data.streamToken }
}

async function measure(origin: string): Promise<Figure[]> {
  const keys = await signIn(origin)
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserArgs })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    // The TypeScript runner adds a name helper to functions that the page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (each) => each' })
    const blank = await context.newPage()
    const floor = await floorOf(browser, blank)
    await blank.close()
    const page = await context.newPage()
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    }, keys)
    await page.goto(`${origin}/messages?channel=${LONG_CHANNEL.id}`)
    await page.locator(`${conversationOf} [data-message]`).first().waitFor()
    const typed = await typing(page)
    const messages = await measureScroll(browser, page, conversationOf, -40)
    await page.locator(conversationOf).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    const opened = await opening(page)
    const loadedCount = await loadChannels(page, CHANNEL_COUNT)
    await page.evaluate(() => document.querySelector('[data-bench=channels]')?.scrollTo(0, 0))
    const channels = await measureScroll(browser, page, '[data-bench=channels]', 40)
    const show = (name: string, { missed, perFrame, longTasks }: ScrollResult) =>
      console.log(
        `   ${name}: ${missed.toFixed(1)} % of frames missed, ${perFrame.toFixed(2)} ms of work each, ${longTasks} long tasks`,
      )
    show('an empty list', floor)
    show('100,000 messages', messages)
    show(`1,000 conversations, ${loadedCount} loaded`, channels)
    const scrolling = (name: string, each: ScrollResult): Figure[] => [
      atMost(`scrolling ${name}, work per frame beyond the floor, ms`, each.perFrame - floor.perFrame, FRAME_MS, 6),
      atMost(`scrolling ${name}, frames missed beyond the floor, %`, each.missed - floor.missed, 10, 2),
      atMost(`scrolling ${name}, tasks longer than 50 ms`, each.longTasks, 2, 0),
    ]
    return [
      ...scrolling('messages', messages),
      ...scrolling('conversations', channels),
      atMost('composer, script per keystroke p95, ms', typed, 16, 4),
      atMost('opening a conversation that was open before, script, ms', opened, 100, 50),
    ]
  } finally {
    await browser.close()
  }
}

const root = fileURLToPath(new URL('..', import.meta.url))
await buildChanged(root)
const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-messages-'))
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
    await seedConversations(postgres.url)
    report(await measure(`http://localhost:${server.port}`))
  } finally {
    await server.stop()
  }
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
