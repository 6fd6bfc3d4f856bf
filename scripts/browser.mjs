// Finds a Chromium for every suite, or installs one.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { attempt, installDebianPackages, isLinuxRoot } from './tools.mjs'

const SYSTEM = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-stable', '/usr/bin/google-chrome'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => `${folder}\\Google\\Chrome\\Application\\chrome.exe`),
}

function downloaded() {
  try {
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/** Path of a usable browser: `CHROME_PATH`, Playwright's download, or one on the system. */
export const findBrowser = () =>
  [process.env.CHROME_PATH, downloaded(), ...(SYSTEM[process.platform] ?? [])].find((path) => path && existsSync(path))

/** Path of a browser, installing one if needed. Throws with what to do. */
export function ensureBrowser() {
  if (!findBrowser()) {
    const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test')), 'cli.js')
    attempt(process.execPath, [cli, 'install', 'chromium'])
  }
  if (!findBrowser()) installDebianPackages('chromium', 'fonts-liberation')
  const path = findBrowser()
  if (!path) throw new Error('Chromium is missing. Run "npx playwright install chromium" or set CHROME_PATH.')
  return path
}

/** Debian's headless shell, a Chromium without the parts of a desktop. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell'

/**
 * Path of the browser for the browser suite. The headless shell needs a third less CPU time than the whole browser, so
 * it is used where Debian's Chromium is, and installed if needed.
 */
export function ensureTestBrowser() {
  const path = ensureBrowser()
  if (path !== '/usr/bin/chromium' || process.env.CHROME_PATH) return path
  if (!existsSync(SHELL)) installDebianPackages('chromium-headless-shell')
  return existsSync(SHELL) ? SHELL : path
}

export const browserArgs = [
  ...(isLinuxRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
