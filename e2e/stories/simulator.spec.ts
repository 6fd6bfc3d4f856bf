import { getProfile } from '@fettle/protocol/accounts/profile'
import { createMarketplaceClient } from '@fettle/marketplace'
import { createSimulator, systemTime } from '@fettle/simulator'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { callApi, createProvider, signIn } from '../support/accounts.ts'
import { serverOrigin } from '../support/marketplace.ts'
import { navigateInPage } from '../support/navigate-in-page.ts'

/** A provider and simulated customers at a higher speed. */
async function setUpSimulator(page: Page, request: APIRequestContext, speed: number) {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const marketplace = createMarketplaceClient({
    origin: serverOrigin,
    apiKey: 'mk_test_demo',
  })
  const simulator = createSimulator({ marketplace, time: systemTime, seed: 'browser', speed })
  const asProvider = <Data>(path: string) => callApi<Data>(request, { method: 'GET', path }, undefined, person.token)
  return { id, simulator, asProvider }
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()

/** Confirms any warning about the time. */
async function acceptWarning(page: Page, until: string): Promise<void> {
  const consent = page.getByRole('button', { name: 'Continue anyway' })
  const endText = page.getByText(until, { exact: true }).first()
  await expect(consent.or(endText).first()).toBeVisible()
  if (await consent.isVisible()) await consent.click()
  await expect(endText).toBeVisible()
}

interface Row {
  id: string
  title: string
  status: string
  startAt: string
}

test('two customers request the same time: one gets it, the other takes another', async ({ page, request }) => {
  const { id, simulator, asProvider } = await setUpSimulator(page, request, 60)
  const stop = new AbortController()
  const story = await simulator.begin('RIVALS', id)
  const playing = simulator.run(stop.signal, 'emptied')
  try {
    await page.goto('/bookings')
    const rows = () => asProvider<Row[]>('/v2/bookings?sort=startAt')
    await expect.poll(async () => (await rows()).length).toBe(2)
    const [one, other] = await rows()
    if (!one || !other) throw new Error('Expected two booking requests')
    await page.getByRole('link', { name: new RegExp(one.title) }).click()
    await press(page, 'Accept')
    await acceptWarning(page, 'Confirmed')

    await navigateInPage(page, `/bookings/${other.id}`)
    await expect(page.getByText('Propose another time, or decline.').first()).toBeVisible()
    await press(page, 'Propose another time')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').selectOption({ label: "I'm not available then" })
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()

    // The customer may accept on their own before the proposal is read.
    const proposed = async () => {
      const { status, startAt } = await asProvider<Row>(`/v2/bookings/${other.id}`)
      return status === 'REQUESTED' && startAt !== other.startAt
    }
    await expect.poll(proposed).toBe(true)
    await expect(page.getByRole('heading', { name: 'You proposed another time' })).toHaveCount(0)
    await press(page, 'Accept')
    await acceptWarning(page, 'Confirmed')
    await playing
    expect(story).toMatchObject({ failed: false, outcome: 'both, one after the other' })
  } finally {
    stop.abort()
  }
})

test('two hundred messages and twenty changes during an interruption all arrive', async ({
  page,
  request,
  context,
}) => {
  const { id, simulator, asProvider } = await setUpSimulator(page, request, 3_600)
  await page.goto('/messages')
  await expect(page.getByRole('heading', { name: 'Messages' }).first()).toBeVisible()
  // The head of the page loads last. A script that fails is not asked for again until a reload.
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await context.setOffline(true)
  const story = await simulator.begin('OFFLINE_STORM', id)
  await simulator.run(new AbortController().signal, 'emptied')
  expect(story).toMatchObject({ failed: false, outcome: '200 messages, 20 transitions' })

  await context.setOffline(false)
  for (const name of story.customers) {
    const row = page.getByRole('link', { name: new RegExp(name) })
    await expect(row).toContainText('Write when you are back!')
  }
  await page.getByRole('link', { name: new RegExp(story.customers[0] ?? '') }).click()
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  await expect(conversation.locator('[data-message]').last()).toContainText('Write when you are back!')

  const rows = await asProvider<Row[]>('/v2/bookings?limit=100')
  const open = rows.find(({ status }) => status === 'REQUESTED')
  // A request and its withdrawal are both events.
  expect(rows.length + rows.filter(({ status }) => status === 'CANCELLED').length).toBe(20)
  await page.goto('/bookings')
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(open?.title ?? '') })
      .first(),
  ).toBeVisible()
})
