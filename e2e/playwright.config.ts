import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserArgs } from '../scripts/browser.mjs'
import { chatApp } from './support/chat.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = Number(process.env.E2E_PORT ?? 4390)
const origin = `http://localhost:${port}`

/** Checks every screen, and sets all sizes itself. */
const everySize = /layout\.spec\.ts$/

/** Pages live for seconds: compiling their scripts for speed takes more time than it saves. */
const unoptimized = '--js-flags=--no-opt --no-maglev'

/** A camera and a microphone for the stories that record. */
const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

// Starts the server on an empty data folder. The embedded database may run as another user, who needs access.
if (!process.env.E2E_DATA_DIR) {
  process.env.E2E_DATA_DIR = mkdtempSync(join(tmpdir(), 'fettle-e2e-'))
  chmodSync(process.env.E2E_DATA_DIR, 0o755)
}

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: ['./support/find-browser.ts', './support/wait-for-demo.ts'],
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  workers: 2,
  fullyParallel: false,
  // A test that fails and then passes is reported as flaky; the end of `npm test` names it. Two retries, because a busy
  // machine may be slow twice. Only the first one is traced, because tracing doubles the duration.
  retries: 2,
  // Long enough for a busy machine.
  timeout: 360_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: origin,
    actionTimeout: 45_000,
    navigationTimeout: 90_000,
    launchOptions: { executablePath: process.env.CHROME_PATH, args: [...browserArgs, unoptimized, ...fakeDevices] },
    trace: 'on-first-retry',
    video: 'off',
    // No waiting for animations. One story sees them.
    contextOptions: { reducedMotion: 'reduce' },
    // Precaching for each story would use one of two cores.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
  },
  projects: [
    // A story is told on a desktop, unless it is tagged `@phone`, or `@both` where the layout differs.
    {
      name: 'desktop',
      testIgnore: everySize,
      grepInvert: /@phone\b/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: everySize,
      grep: /@(phone|both)\b/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'layout', testMatch: everySize },
  ],
  webServer: {
    command: 'node apps/server/dist/main.js',
    cwd: root,
    url: `${origin}/health/ready`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      FETTLE_DATA_DIR: process.env.E2E_DATA_DIR,
      FETTLE_DEMO: 'on',
      LOG_LEVEL: 'warn',
      CHAT_APP_KEY: chatApp.key,
      CHAT_SECRET: chatApp.secret,
    },
  },
})
