import { setTimeout as wait } from 'node:timers/promises'
import type { FullConfig } from '@playwright/test'

/** Half a year of data on a busy machine. */
const TIMEOUT_MS = 900_000

/** Playwright's global setup: waits until the demo data, which is created in the background, is complete. */
export default async function waitForDemo({ projects }: FullConfig): Promise<void> {
  const origin = projects[0]?.use.baseURL
  const until = Date.now() + TIMEOUT_MS
  for (;;) {
    const { demo } = (await (await fetch(`${origin}/health/ready`)).json()) as { demo?: string }
    if (demo === 'ready') return
    if (demo !== 'filling' || Date.now() > until) throw new Error('The demo data is incomplete.')
    await wait(500)
  }
}
