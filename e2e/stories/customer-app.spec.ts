import { readFile } from 'node:fs/promises'
import { fillPath } from '@fettle/protocol'
import { saveProfessionalInfo, savePersonalInfo } from '@fettle/protocol/accounts/profile'
import { putAvailability, Weekday } from '@fettle/protocol/availability/availability'
import { completeBooking, startBooking } from '@fettle/protocol/bookings/actions'
import { createPriceAdjustment } from '@fettle/protocol/bookings/adjustments'
import { startMilestone, submitMilestone } from '@fettle/protocol/contracts/actions'
import { proposeSettlement, respondToDispute } from '@fettle/protocol/disputes'
import { saveOfferDraft, sendOffer } from '@fettle/protocol/offers/actions'
import type { OfferDetails } from '@fettle/protocol/offers'
import { expect, test, type APIRequestContext, type Browser } from '@playwright/test'
import { callApi, createProvider, signIn, type TestAccount } from '../support/accounts.ts'
import { sendContractTo } from '../support/contracts.ts'
import { expectAccessible, serverOrigin } from '../support/marketplace.ts'

/** A locksmith, whom customers find by her trade, with free times every day. */
async function createLocksmith(request: APIRequestContext): Promise<TestAccount & { name: string }> {
  const person = await createProvider(request)
  const save = (call: { method: string; path: string }, data: object) => callApi(request, call, data, person.token)
  const lastName = `Lawal${String.fromCharCode(...Array.from(String(Date.now() % 100_000), (digit) => 97 + Number(digit)))}`
  await save(savePersonalInfo, { firstName: 'Bisi', lastName, dateOfBirth: '1990-05-17' })
  const work = { skillLevel: 'EXPERT', yearsOfExperience: 12, servicesProvided: 'Locks' }
  await save(saveProfessionalInfo, { serviceType: 'LOCKSMITH', ...work })
  const weekly = Weekday.options.map((day) => ({ day, intervals: [{ from: '07:00', to: '21:00' }] }))
  await save(putAvailability, { weekly })
  return { ...person, name: `Bisi ${lastName}` }
}

async function photoNamed(name: string) {
  const buffer = await readFile(new URL('../../apps/demo/files/rusty-pipes.jpg', import.meta.url))
  return { name, mimeType: 'image/jpeg', buffer }
}

/** The customer's window: a phone. */
async function openCustomer(browser: Browser) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  const sheet = page.getByRole('dialog')
  return {
    page,
    press,
    sheet,
    open: (screen: string, id: string) => page.goto(`${serverOrigin}/demo/customer/#${screen}/${id}`),
    shows: (text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible(),
    /** The free times of the second day: the first may be nearly over. */
    async timesOfTomorrow() {
      await page.getByRole('group', { name: 'Day' }).getByRole('button').nth(1).click()
      return page.getByRole('group', { name: /^Times on/ }).getByRole('button')
    },
    async send(text: string) {
      await sheet.getByRole('textbox').fill(text)
      await sheet.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(sheet).toBeHidden()
    },
    /** The id in the address. */
    async idOf(prefix: string) {
      await page.waitForURL((url) => url.hash.includes(`/${prefix}_`))
      return page.url().split('/').at(-1) ?? ''
    },
  }
}

test('a customer and a provider go from the search to a dispute in two windows', async ({ page, request, browser }) => {
  const me = await createLocksmith(request)
  await signIn(page, me)
  const customer = await openCustomer(browser)
  const act = <Data>(call: { method: string; path: string }, params: Record<string, string>, data: object = {}) =>
    callApi<Data>(request, { method: call.method, path: fillPath(call.path, params) }, data, me.token)
  const find = async () => {
    await customer.page.goto(`${serverOrigin}/demo/customer`)
    await customer.press('Locksmith')
    await customer.page.getByRole('link', { name: me.name }).click()
  }

  const id = await test.step('the customer finds the provider, and asks for a job with a photo and times', async () => {
    await find()
    await customer.page.getByRole('link', { name: 'Book a job' }).click()
    await customer.page.getByLabel('What needs doing?').fill('Front door lock sticks')
    await customer.page.getByLabel('Details').fill('Only when it rains.')
    await customer.page.locator('input[type=file]').setInputFiles(await photoNamed('lock.jpg'))
    const times = await customer.timesOfTomorrow()
    await times.nth(1).click()
    await times.nth(3).click()
    await expectAccessible(customer.page)
    await customer.press('Send request')
    const id = await customer.idOf('bkg')
    await customer.shows('Waiting for an answer')
    await expect(customer.page.getByRole('img', { name: 'Photo' })).toBeVisible()
    return id
  })

  await test.step('the provider accepts, and the customer proposes another time', async () => {
    await page.goto(`/bookings/${id}`)
    await expect(page.getByText(/Also possible:/)).toBeVisible()
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await customer.shows('Confirmed')
    await expectAccessible(customer.page)
    await customer.press('Propose another time')
    await (await customer.timesOfTomorrow()).nth(5).click()
    await customer.sheet.getByRole('button', { name: 'Propose', exact: true }).click()
    await customer.shows('You proposed other times')
    await page.getByRole('button', { name: 'Accept this time' }).click()
    await expect(customer.page.getByText('You proposed other times')).toBeHidden()
  })

  await test.step('they chat', async () => {
    await customer.press('Message')
    await customer.page.getByRole('textbox', { name: `Message to ${me.name}` }).fill('The bell is on the left.')
    await customer.press('Send')
    const channel =
      customer.page
        .url()
        .split('/')
        .at(-1)
        ?.replace(/^.*(:|%3A)/, '') ?? ''
    await page.goto(`/messages?channel=${channel}`)
    await expect(page.getByText('The bell is on the left.').last()).toBeVisible()
    await page
      .getByRole('textbox', { name: 'Message to Sarah Mensah' })
      .fill('Thank you, see you then. I ring at the gate and wait.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await customer.shows('Thank you, see you then. I ring at the gate and wait.')
    await expectAccessible(customer.page)
    // The list cuts a long message instead of scrolling sideways.
    await customer.page.goto(`${serverOrigin}/demo/customer/#messages`)
    await expect(customer.page.getByRole('link', { name: /see you then/ })).toBeVisible()
    expect(await customer.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('the work is priced, done, confirmed, paid and reviewed', async () => {
    await act(startBooking, { id })
    const lines = [{ description: 'New cylinder', quantity: '1', unitAmount: 1_800_000 }]
    await act(createPriceAdjustment, { id }, { lines, reason: 'The cylinder is worn out.' })
    await customer.open('bookings', id)
    await customer.press('Agree')
    await expect(customer.page.getByRole('button', { name: 'Agree' })).toBeHidden()
    await act(completeBooking, { id }, { summary: 'It locks again.' })
    await customer.press('The work is done')
    await customer.shows('Completed')
    await customer.press('Write a review')
    await customer.sheet.getByRole('button', { name: '5 ★' }).click()
    await customer.sheet.getByRole('textbox').fill('Quick and friendly.')
    await customer.sheet.getByRole('button', { name: 'Send review' }).click()
    await customer.shows(/Your review appears/)
  })

  await test.step('a quote with options is asked for, sent and accepted', async () => {
    await find()
    await customer.page.getByRole('link', { name: 'Ask for a quote' }).click()
    await customer.page.getByLabel('What needs doing?').fill('Locks for the whole house')
    await customer.page.getByLabel('Details').fill('Six doors, one key.')
    await customer.press('Ask for a quote')
    const id = await customer.idOf('off')
    const line = { kind: 'MATERIAL', quantity: '1', unit: 'ITEM' }
    const content = {
      title: 'Locks for the whole house',
      lineItems: [
        { ...line, id: 'a', name: 'Six cylinders, one key', unitPrice: 9_000_000 },
        { ...line, id: 'b', name: 'A peephole', unitPrice: 1_500_000, optional: true },
      ],
    }
    await act(saveOfferDraft, { id }, { version: 0, content })
    const draft = await callApi<OfferDetails>(request, { method: 'GET', path: `/v2/offers/${id}` }, undefined, me.token)
    await act(sendOffer, { id }, { draftVersion: draft.draftRevision?.version })
    await customer.page.getByRole('checkbox', { name: /A peephole/ }).check()
    // Not while the total is calculated: the button fades in then.
    await expect(customer.page.getByRole('button', { name: 'Accept for ₦105,000' })).toBeEnabled()
    await expectAccessible(customer.page)
    await customer.press('Accept for ₦105,000')
    await customer.shows('Accepted total')
    await page.goto(`/offers/${id}`)
    await expect(page.getByText('₦105,000').first()).toBeVisible()
  })

  await test.step('a contract is signed, a milestone approved and paid', async () => {
    const session = await request.get(`${serverOrigin}/demo/customer/api/session`)
    const { customerId } = (await session.json()) as { customerId: string }
    const contractId = await sendContractTo(request, me, customerId)
    await customer.open('contracts', contractId)
    await customer.page.getByText(/^End of the contract/).scrollIntoViewIfNeeded()
    for (const consent of await customer.page.getByRole('checkbox').all()) await consent.check()
    await customer.page.getByLabel('Your full name').fill('Sarah Mensah')
    await expectAccessible(customer.page)
    await customer.press('Sign for ₦300,000')
    await customer.shows('Active')
    await page.goto(`/contracts/${contractId}`)
    await expect(page.getByText('Active').first()).toBeVisible()
    const contract = await callApi<{ milestones: { id: string }[] }>(
      request,
      { method: 'GET', path: `/v2/contracts/${contractId}` },
      undefined,
      me.token,
    )
    for (const { id: milestoneId } of contract.milestones) {
      await act(startMilestone, { id: contractId, milestoneId })
      await act(submitMilestone, { id: contractId, milestoneId }, { note: 'Done, and cleaned up.' })
    }
    await customer.page.getByRole('button', { name: 'Approve' }).first().click()
    await customer.page.getByRole('link', { name: 'Pay' }).click()
    await customer.press(/^Pay ₦/)
    await customer.shows('Paid')
    await customer.page.goBack()
  })

  const disputeId = await test.step('a dispute about the other milestone appears in both windows', async () => {
    const milestone = customer.page.locator('section', { hasText: 'The new bathroom' })
    await milestone.getByRole('button', { name: 'Open a dispute' }).click()
    await customer.sheet.getByRole('radio', { name: 'The work is not finished' }).check()
    await customer.send('The taps were never connected, and nobody came back.')
    await customer.page.waitForURL((url) => url.hash.startsWith('#disputes/'))
    await customer.shows('The taps were never connected')
    const id = await customer.idOf('dsp')
    await page.goto(`/support/disputes/${id}`)
    await expect(page.getByText('The taps were never connected, and nobody came back.')).toBeVisible()
    return id
  })

  await test.step('both bring evidence and proposals until they agree', async () => {
    await customer.press('Add photos')
    await customer.sheet.locator('input[type=file]').setInputFiles(await photoNamed('taps.jpg'))
    await customer.sheet.getByRole('textbox').fill('The taps today.')
    await expectAccessible(customer.page)
    await customer.press('Send photos')
    await expect(page.getByText('The taps today.')).toBeVisible()
    await act(respondToDispute, { id: disputeId }, { statement: 'I was ill, and I connect them on Friday.' })
    await act(proposeSettlement, { id: disputeId }, { amountToProvider: 19_000_000, note: 'A little less.' })
    await customer.press('Decline')
    await customer.send('That is not enough.')
    await expect(page.getByText('That is not enough.')).toBeVisible()
    await customer.press('Propose a settlement')
    await customer.sheet.getByRole('textbox', { name: /^Bisi/ }).fill('150,000')
    await customer.sheet.getByRole('textbox', { name: 'Why is that fair?' }).fill('Somebody else had to come.')
    await customer.press('Send proposal')
    await expect(page.getByText('₦150,000 of ₦200,000 for you')).toBeVisible()
    await act(proposeSettlement, { id: disputeId }, { amountToProvider: 17_000_000, note: 'In the middle.' })
    await customer.shows('gets ₦170,000 of ₦200,000.')
    await expectAccessible(customer.page)
    await customer.press('Accept')
    await customer.press('Settle the dispute')
    await customer.shows('You agreed')
    await expect(page.getByText('You agreed', { exact: true })).toBeVisible()
  })
})
