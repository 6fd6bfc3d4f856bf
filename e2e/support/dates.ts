import type { Locator, Page } from '@playwright/test'

/** Date field with this label. */
export const dateField = (within: Page | Locator, label: string | RegExp): Locator =>
  within.getByRole('group', { name: label })

/** Value of a date field, as `2026-11-25`. */
export async function dayIn(within: Page | Locator, label: string | RegExp): Promise<string> {
  const field = dateField(within, label)
  const parts = ['year', 'month', 'day'].map((type) => field.locator(`[data-type=${type}]`).innerText())
  return (await Promise.all(parts)).join('-')
}

/** Types a date, a time or both into a segmented field: `2026-11-25`, `14:30` or `2026-11-25T14:30`. */
export async function fillDate(within: Page | Locator, label: string | RegExp, value: string): Promise<void> {
  const field = dateField(within, label)
  const { groups = {} } = /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d))?T?(?:(?<hour>\d\d):(?<minute>\d\d))?$/.exec(
    value,
  ) ?? { groups: {} }
  // Segments by name, since their order depends on the language.
  for (const [type, digits] of Object.entries(groups)) {
    if (digits !== undefined) await field.locator(`[data-type=${type}]`).pressSequentially(digits)
  }
}
