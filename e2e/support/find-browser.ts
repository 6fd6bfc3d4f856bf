import { ensureTestBrowser } from '../../scripts/browser.mjs'

/** Playwright's global setup: finds the browser, or installs one. The workers inherit its path. */
export default function findBrowser(): void {
  process.env.CHROME_PATH ??= ensureTestBrowser()
}
