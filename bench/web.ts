// What a phone on a slow line sees: Lighthouse with real throttling, the median of three, each in a fresh browser.
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { browserArgs, ensureBrowser } from '../scripts/browser.mjs'
import { startChild } from './lib/child.ts'

const ROUNDS = 3
const pages = [
  { path: '/login', must: 98, signedIn: false },
  { path: '/register', must: 98, signedIn: false },
  { path: '/', must: 95, signedIn: true },
  { path: '/bookings', must: 95, signedIn: true },
  { path: '/messages', must: 95, signedIn: true },
]

interface Figures {
  performance: number
  accessibility: number
  bestPractices: number
  lcp: number
  tbt: number
  cls: number
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function signIn(origin: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrPhone: 'ada@fettle.test', password: 'fettle-demo-2026', role: 'PROVIDER' }),
  })
  const { data } = (await response.json()) as { data: { token: string; streamToken: string } }
  return { token: data.token, streamToken: data.streamToken }
}

async function look(origin: string, path: string, keys: Record<string, string>): Promise<Figures> {
  const chrome = await launch({ chromePath: ensureBrowser(), chromeFlags: ['--headless', ...browserArgs] })
  try {
    const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${chrome.port}` })
    const page = await browser.newPage()
    // A file of ours that runs nothing: the place to put the keys.
    await page.goto(`${origin}/icon.svg`)
    await page.evaluate(
      (given) => Object.entries(given).forEach(([key, value]) => localStorage.setItem(key, value)),
      keys,
    )
    await page.close()
    await browser.disconnect()
    const result = await lighthouse(origin + path, {
      port: chrome.port,
      throttlingMethod: 'devtools',
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
      logLevel: 'error',
    })
    if (!result) throw new Error('Lighthouse has no result')
    const { categories, audits } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    for (const name of ['accessibility', 'best-practices']) {
      for (const { id } of categories[name]?.auditRefs ?? []) {
        const audit = audits[id]
        if (audit?.score === 0) console.log(`   ${path}: ${audit.title}`)
      }
    }
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    }
  } finally {
    chrome.kill()
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'fettle-bench-web-'))
chmodSync(dataDir, 0o755)
const server = await startChild([fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))], {
  FETTLE_DATA_DIR: dataDir,
  FETTLE_DEMO: 'on',
  LOG_LEVEL: 'error',
})
try {
  const origin = `http://localhost:${server.port}`
  const keys = await signIn(origin)
  console.log('page        performance  a11y  best   LCP ms  TBT ms    CLS')
  for (const { path, must, signedIn } of pages) {
    const rounds: Figures[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await look(origin, path, signedIn ? keys : {}))
    const mid = (name: keyof Figures) => median(rounds.map((figures) => figures[name]))
    const met = mid('performance') >= must && mid('accessibility') === 100 && mid('bestPractices') === 100
    console.log(
      `${path.padEnd(11)} ${`${mid('performance')} (≥ ${must})`.padStart(11)} ${String(mid('accessibility')).padStart(5)} ${String(mid('bestPractices')).padStart(5)} ${mid('lcp').toFixed(0).padStart(8)} ${mid('tbt').toFixed(0).padStart(7)} ${mid('cls').toFixed(3).padStart(6)}  ${met ? 'met' : 'NOT MET'}`,
    )
    if (!met) process.exitCode = 1
  }
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
