// Lighthouse on a running Fettle, as a mid-range phone on a slow network sees it: real throttling, median of three.
// The processor is slowed down to the speed of one phone, whatever the machine (decision 427).
// node bench/lighthouse/lighthouse.mjs http://localhost:4310 /login /        (--runs=3, --json)
import { fileURLToPath } from 'node:url'
import lighthouse from 'lighthouse'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'
import puppeteer from 'puppeteer-core'
import { browserArgs, ensureBrowser } from '../../scripts/browser.mjs'

const categories = ['performance', 'accessibility', 'best-practices']
const demo = { emailOrPhone: 'ada@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }
const signInPages = new Set([
  '/login',
  '/register',
  '/verify-account',
  '/forgot-password',
  '/verify-otp',
  '/new-password',
])

/** Tokens of a signed-in browser. Throws when there is no demo account. */
export async function signIn(origin, account = demo) {
  const response = await fetch(`${origin}/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { data } = await response.json()
  if (!data?.token) throw new Error(`Could not log in as ${account.emailOrPhone}: is the demo data there?`)
  // What signing in stores. `onboarded` is set by the first visit; it lets a page start its first requests early.
  return { token: data.token, streamToken: data.streamToken, 'chat.appKey': data.chatAppKey, onboarded: '1' }
}

/** Speed of the phone in Lighthouse's benchmark: a quarter of a fast desktop's 1,750, as its usual slowdown of 4 assumes. */
const PHONE_BENCHMARK_INDEX = 437

/** How much slower than this machine the phone is, from 1 to 4. The machine's speed is the median of five measurements. */
async function cpuSlowdown(page) {
  const indexes = []
  for (let round = 0; round < 5; round += 1) indexes.push(await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return Math.min(4, Math.max(1, median(indexes) / PHONE_BENCHMARK_INDEX))
}

/** One run in a fresh browser without cache. */
async function run(url, keys) {
  const browser = await puppeteer.launch({
    executablePath: ensureBrowser(),
    args: browserArgs,
    headless: true,
    acceptInsecureCerts: true,
  })
  try {
    const page = await browser.newPage()
    if (keys) {
      await page.goto(new URL('/icon.svg', url).href)
      await page.evaluate(
        (stored) => Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)),
        keys,
      )
    }
    const cpuSlowdownMultiplier = await cpuSlowdown(page)
    const flags = {
      onlyCategories: categories,
      throttlingMethod: 'devtools',
      throttling: { cpuSlowdownMultiplier },
      maxWaitForLoad: 20_000,
      disableStorageReset: true,
      logLevel: 'error',
    }
    const { lhr } = await lighthouse(
      url,
      { ...flags, port: Number(new URL(browser.wsEndpoint()).port) },
      undefined,
      page,
    )
    const figure = (audit) => lhr.audits[audit]?.numericValue ?? 0
    return {
      performance: Math.round(lhr.categories.performance.score * 100),
      accessibility: Math.round(lhr.categories.accessibility.score * 100),
      bestPractices: Math.round(lhr.categories['best-practices'].score * 100),
      lcp: Math.round(figure('largest-contentful-paint')),
      fcp: Math.round(figure('first-contentful-paint')),
      tbt: Math.round(figure('total-blocking-time')),
      cls: Math.round(figure('cumulative-layout-shift') * 1000) / 1000,
      cpuSlowdown: Math.round(cpuSlowdownMultiplier * 10) / 10,
      kilobytes: Math.round(figure('total-byte-weight') / 1000),
      failed: Object.values(lhr.audits)
        .filter(
          ({ score, scoreDisplayMode }) =>
            score !== null && score < 0.9 && ['binary', 'numeric', 'metricSavings'].includes(scoreDisplayMode),
        )
        .map(({ id }) => id),
    }
  } finally {
    await browser.close()
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Median of each figure over `runs` runs of each path. `api` is where to log in, if not at `origin`. */
export async function measure(origin, paths, { runs = 3, api = origin } = {}) {
  const results = []
  for (const path of paths) {
    const keys = signInPages.has(path) ? undefined : await signIn(api)
    const all = []
    for (let index = 0; index < runs; index += 1) all.push(await run(origin + path, keys))
    const names = Object.keys(all[0]).filter((name) => name !== 'failed')
    results.push({
      path,
      ...Object.fromEntries(names.map((name) => [name, median(all.map((one) => one[name]))])),
      failed: all[0].failed,
    })
  }
  return results
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [origin = 'http://localhost:4310', ...paths] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
  const runs = Number(process.argv.find((arg) => arg.startsWith('--runs='))?.slice(7) ?? 3)
  const results = await measure(origin, paths.length > 0 ? paths : ['/login', '/'], { runs })
  if (process.argv.includes('--json')) console.log(JSON.stringify(results, null, 2))
  else
    console.table(
      Object.fromEntries(
        results.map(({ path, failed, ...figures }) => [path, { ...figures, failed: failed.join(' ') }]),
      ),
    )
}
