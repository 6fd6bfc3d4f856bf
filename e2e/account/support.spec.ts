import { randomUUID } from 'node:crypto'
import { expect, test, type APIRequestContext } from '@playwright/test'
import { createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, serverOrigin } from '../support/marketplace.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

/** Acts as support through the marketplace's API. */
async function asSupport(request: APIRequestContext, id: string, path: string, data: object): Promise<void> {
  const response = await request.post(`${serverOrigin}/v2/marketplace/tickets/${id}${path}`, {
    headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
    data: { agent: { name: 'Bisi' }, ...data },
  })
  expect(response.ok()).toBe(true)
}

test('a ticket is created, answered live, resolved, rated and reopened', async ({ page, request }) => {
  await signIn(page, await createProvider(request))

  await test.step('help is searched, read and rated', async () => {
    await page.goto('/support')
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible()
    await expect(page.getByText('All systems are working.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search help' }).fill('payout not arrived')
    await page.getByRole('list', { name: 'Search results' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'My payout did not arrive', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await expect(page.getByText('Thanks for telling us.')).toBeVisible()
    await page.getByRole('link', { name: 'Contact support' }).click()
  })

  await test.step('input survives a reload, and suggests an article', async () => {
    await expect(page.getByRole('heading', { name: 'Payments and payouts' })).toBeVisible()
    await page.getByRole('button', { name: 'Send to support' }).click()
    await expect(page.getByText('Describe it in 5 to 120 characters.')).toBeVisible()
    await page.getByLabel('In one sentence, what is it about?').fill('My payout has not arrived')
    await expect(page.getByRole('list', { name: 'Matching articles' }).getByRole('link').first()).toBeVisible()
    await page.getByLabel('What happened?').fill('It should have come on Monday.')
    await page.reload()
    await expect(page.getByLabel('What happened?')).toHaveValue('It should have come on Monday.')
    await page.getByLabel('Add files').setInputFiles({
      name: 'bank.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Nothing came in on Monday.'),
    })
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('bank.txt')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send to support' }).click()
    await expect(page.getByRole('heading', { name: 'My payout has not arrived', level: 1 })).toBeVisible()
  })
  const id = page.url().split('/').at(-1) ?? ''

  await test.step('an answer arrives live', async () => {
    await expect(page.getByText(/^You'll get a first reply by/)).toBeVisible()
    await asSupport(request, id, '/messages', { text: 'Which bank is it?' })
    await expect(page.getByText('Which bank is it?')).toBeVisible()
    await expect(page.getByText('Bisi is waiting for your reply')).toBeVisible()
    await page.getByLabel('Your reply').fill('Access Bank.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Conversation' })).toContainText('Access Bank.')
  })

  await test.step('resolved, rated and reopened', async () => {
    const receipt = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('Sent on Monday.') }
    const sent = await request.post(`${serverOrigin}/v2/marketplace/tickets/${id}/files`, {
      headers: { authorization: 'Bearer mk_test_demo', 'idempotency-key': randomUUID() },
      multipart: { text: 'This is the receipt of the bank.', agentName: 'Bisi', file: receipt },
    })
    expect(sent.status()).toBe(201)
    await expect(page.getByRole('link', { name: /receipt\.txt/ })).toBeVisible()
    await asSupport(request, id, '/resolve', { text: 'It is on its way now.' })
    await expect(page.getByText('It is on its way now.')).toBeVisible()
    await page.locator('label').filter({ hasText: '4 stars' }).click()
    await page.locator('form').filter({ hasText: 'How did we do?' }).getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Reopen ticket' }).click()
    await page.getByRole('dialog').getByLabel('What is still wrong?').fill('Still nothing.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen ticket' }).click()
    await expect(page.getByText('With support')).toBeVisible()
  })

  await test.step('a similar ticket is shown first, and both are listed', async () => {
    await page.goto('/support/tickets/new?category=PAYMENT_PAYOUT')
    const description = page.getByLabel('What happened?')
    await page.route('**/faqs?q=*', async (route) => {
      await expect(description).toHaveValue('Again.')
      await route.continue()
    })
    const suggestions = page.waitForResponse((response) => response.url().includes('/faqs?q='))
    await page.getByLabel('In one sentence, what is it about?').fill('Payout has not arrived')
    await description.fill('Again.')
    await suggestions
    await page.getByRole('button', { name: 'Send to support' }).click()
    await expect(page.getByText('You have an open ticket about this')).toBeVisible()
    // They came too late to move the fields and the button.
    await expect(page.getByRole('list', { name: 'Matching articles' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Open another ticket' }).click()
    await expect(page).toHaveURL(/\/support\/tickets\/tkt_/)
    await navigateInPage(page, '/support/tickets')
    await expect(page.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(2)
  })

  await test.step('a safety question shows the emergency number first', async () => {
    await navigateInPage(page, '/support/tickets/new?category=SAFETY')
    await expect(page.getByRole('link', { name: 'Call 112' })).toHaveAttribute('href', 'tel:112')
    await expect(page.getByLabel('What happened?')).toHaveCount(0)
    await page.getByRole('button', { name: 'No one is in danger now: write to support' }).click()
    await expect(page.getByLabel('What happened?')).toBeVisible()
  })
})
