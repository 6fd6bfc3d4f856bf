import type { Locator, Page } from '@playwright/test'

/** The parts of a date that are named by their label. */
export const dateField = (within: Page | Locator, label: string | RegExp): Locator =>
  within.getByRole('group', { name: label })

/** The day that stands there, as `2026-11-25`. */
export async function dayIn(within: Page | Locator, label: string | RegExp): Promise<string> {
  const field = dateField(within, label)
  const parts = ['year', 'month', 'day'].map((type) => field.locator(`[data-type=${type}]`).innerText())
  return (await Promise.all(parts)).join('-')
}

/** Types a day, a time or both, given as `2026-11-25`, `14:30` or `2026-11-25T14:30`, part by part. */
export async function fillDate(within: Page | Locator, label: string | RegExp, value: string): Promise<void> {
  const field = dateField(within, label)
  const { groups = {} } = /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d))?T?(?:(?<hour>\d\d):(?<minute>\d\d))?$/.exec(
    value,
  ) ?? { groups: {} }
  // Whatever order the language has: each part by its name.
  for (const [type, digits] of Object.entries(groups)) {
    if (digits !== undefined) await field.locator(`[data-type=${type}]`).pressSequentially(digits)
  }
}
