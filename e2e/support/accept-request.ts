import { expect, type Page } from '@playwright/test'

const pressAccept = (page: Page) =>
  page.getByRole('button', { name: 'Accept', exact: true }).filter({ visible: true }).click()

/** Accepts the request that the page shows, by the button or as `choose` does, despite the warnings it may bring. */
export async function acceptRequest(page: Page, choose = () => pressAccept(page)): Promise<void> {
  await choose()
  const acceptWarning = page.getByRole('button', { name: 'Continue anyway' })
  // In the booking itself: the list beside it may know the new state earlier.
  const confirmed = page.getByRole('article').getByText('Confirmed', { exact: true }).first()
  await expect(acceptWarning.or(confirmed).first()).toBeVisible()
  if (await acceptWarning.isVisible()) await acceptWarning.click()
  await expect(confirmed).toBeVisible()
}
