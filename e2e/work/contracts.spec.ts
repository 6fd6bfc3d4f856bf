import { readFile } from 'node:fs/promises'
import { verifyContract } from '@fettle/protocol/contracts/checks'
import { saveOfferDraft, sendOffer } from '@fettle/protocol/offers/actions'
import { getProfile } from '@fettle/protocol/accounts/profile'
import { expect, test, type APIRequestContext, type Page } from '@playwright/test'
import { runningContract } from '../support/contracts.ts'
import { fillDate } from '../support/dates.ts'
import { callApi, PASSWORD, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible, newCustomer, serverOrigin } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click()
const expectAutosaved = (page: Page) =>
  expect(page.locator('[data-autosave=saved]').filter({ visible: true })).toBeVisible()

/** An accepted offer whose work needs a contract. */
async function setUpContract(page: Page, request: APIRequestContext) {
  const person = await createProvider(request)
  await signIn(page, person)
  const { id: providerId } = await callApi<{ id: string }>(request, getProfile, undefined, person.token)
  const customer = await newCustomer(request, 'Funke Adeyemi')
  const offerId = await customer.requestOffer({ providerId, title: 'New bathroom' })
  const at = ({ method, path }: { method: string; path: string }) => ({ method, path: path.replace(':id', offerId) })
  const content = {
    title: 'New bathroom',
    lineItems: [
      {
        id: 'a',
        kind: 'LABOUR',
        name: 'Everything out and new',
        quantity: '1',
        unit: 'LUMP_SUM',
        unitPrice: 30_000_000,
      },
    ],
    requiresContract: true,
  }
  const { version, draftRevision } = await callApi<{ version: number; draftRevision: { version: number } }>(
    request,
    at(saveOfferDraft),
    { content, version: 0 },
    person.token,
  )
  await callApi(request, at(sendOffer), { version, draftVersion: draftRevision.version }, person.token)
  await customer.acceptOffer(offerId)
  return { customer, offerId }
}

async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Not signed yet' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('Found no signature pad')
  await page.mouse.move(box.x + 40, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 220, box.y + box.height - 30, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Signed', exact: true })).toBeVisible()
}

/** Clears the signature; the focus stays in the pad. */
async function clear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByRole('img', { name: 'Not signed yet' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Signature', exact: true })).toBeFocused()
}

test('an accepted offer becomes a contract that is signed, worked off and invoiced', async ({ page, request }) => {
  const { customer, offerId } = await setUpContract(page, request)

  await test.step('creates it from the offer', async () => {
    await page.goto(`/offers/${offerId}`)
    await press(page, 'Create contract')
    await page.getByRole('dialog').getByRole('button', { name: 'Create contract' }).click()
    await page.waitForURL(/\/contracts\/ctr_/)
    await expect(page.getByLabel('Title')).toHaveValue('New bathroom')
  })
  const contractId = new URL(page.url()).pathname.split('/').at(-1) ?? ''

  await test.step('splits it into milestones by keyboard', async () => {
    const group = (number: number) => page.getByRole('group', { name: `Milestone ${number}`, exact: true })
    await group(1).getByLabel('Milestone', { exact: true }).fill('Out with the old')
    await group(1).getByLabel('Amount').fill('100000')
    await expect(page.getByText('Milestones add up to ₦100,000, but the contract total is ₦300,000.')).toBeVisible()
    await group(1).getByLabel('Amount').press('Enter')
    await expect(group(2).getByLabel('Milestone', { exact: true })).toBeFocused()
    await page.keyboard.type('The new bathroom')
    await expect(group(2).getByLabel('Amount')).toHaveValue('200,000')
    await expect(page.getByText('Milestones add up to ₦300,000.')).toBeVisible()
    await press(page, 'Read and sign…')
    await expect(page.getByText('Choose when the work starts.').first()).toBeVisible()
    await fillDate(page, 'Begins', '2027-02-01')
    await expectAutosaved(page)
  })

  await test.step('is told offline that signing needs a connection', async () => {
    await page.context().setOffline(true)
    await expect(page.getByText("You're offline. You can read the contract", { exact: false })).toBeVisible()
    await press(page, 'Read and sign…')
    await expect(page.getByText('You need a connection for this.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('New bathroom')
    await page.context().setOffline(false)
    await expect(page.getByText("You're offline. You can read the contract", { exact: false })).toHaveCount(0)
  })

  await test.step('reads it to the end and signs it with step-up', async () => {
    await press(page, 'Read and sign…')
    const region = page.getByRole('region', { name: 'Read and sign' })
    await expect(region.getByRole('article', { name: 'Contract' })).toContainText('Out with the old')
    await page.getByText('End of the contract').scrollIntoViewIfNeeded()
    await expect(page.getByText('Read to the end')).toBeVisible()
    await page.getByLabel('Your full name').fill('Grace Adeyem')
    await draw(page)
    await clear(page)
    await draw(page)
    await page.getByLabel('I agree to use electronic records and signatures').check()
    await page.getByLabel('I have read and agree to this contract').check()
    await press(page, 'Sign and send')
    await expect(page.getByText('Sign with your full name as in your profile: Grace Adeyemi.').first()).toBeVisible()
    await page.getByLabel('Your full name').fill('grace adeyemi')
    await expectAccessible(page)
    await press(page, 'Sign and send')
    const proof = page.getByRole('dialog', { name: "Confirm it's you" })
    await proof.getByLabel('Password', { exact: true }).fill('not this one')
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(proof.getByText('That password is not correct.')).toBeVisible()
    await expect(proof.getByLabel('Password', { exact: true })).toBeFocused()
    await proof.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await proof.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Waiting for Funke Adeyemi to sign')).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('sees it active, submits the first milestone, and has it approved and invoiced', async () => {
    await customer.signContract(contractId)
    await expect(page.getByText('Start: Out with the old', { exact: true }).first()).toBeVisible()
    await press(page, 'Start: Out with the old')
    await press(page, 'Submit: Out with the old')
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('What was done').fill('All out, swept and carried away.')
    await sheet.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(page.getByText("Approved automatically if they don't reply.")).toBeVisible()
    const { milestones } = await customer.contract(contractId)
    await customer.approveMilestone(contractId, milestones[0]?.id ?? '')
    await expect(page.getByText(/Funke Adeyemi approved it/)).toBeVisible()
    await press(page, 'Verify')
    await expect(page.getByText('Verified, no changes')).toBeVisible()
  })

  await test.step('finds the invoice, and the contract in the list', async () => {
    await page.getByRole('link', { name: 'View invoice' }).click()
    await expect(page.getByText('₦100,000').first()).toBeVisible()
    await page.goto('/contracts')
    await expect(page.getByRole('tab', { name: /^Active\s*1$/ })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Approved' })).toHaveAttribute('value', '33')
  })
})

test('an active contract is changed, put on hold, and ended by agreement', onPhone, async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  const {
    id,
    customer,
    asMarketplace: theirs,
    signAmendment: signsChange,
    requestAmendment: asksForChange,
  } = await runningContract(request, person, 'Funke Adeyemi')
  const sheet = page.getByRole('dialog')
  const menu = async (name: string) => {
    await press(page, 'More actions')
    await page.getByRole('menuitem', { name }).click()
  }
  const signs = async (name: string) => {
    await sheet.getByLabel('Your full name').fill('Grace Adeyemi')
    await sheet.getByRole('radio', { name: /Type it/ }).check()
    await sheet.getByLabel('I agree to use electronic records and signatures').check()
    await sheet.getByLabel('I have read and agree to this change order').check()
    await sheet.getByRole('button', { name, exact: true }).click()
  }
  const orders = page.getByRole('list', { name: 'Change orders' })
  const ordersWithTotal = orders.locator('..')
  await page.goto(`/contracts/${id}`)

  await test.step("a provider's change order applies once both have signed", async () => {
    await press(page, 'New change order')
    await sheet.getByLabel('Title').fill('Rotten joist')
    await sheet.getByLabel('Reason').selectOption('HIDDEN_CONDITION')
    await sheet.getByLabel('Line description').fill('Joist')
    await sheet.getByLabel('Unit price').fill('40000')
    await sheet.getByLabel('Unit price').blur()
    await sheet.getByRole('button', { name: 'Add as a milestone' }).click()
    await sheet.getByLabel('Milestone', { exact: true }).last().fill('New joist')
    await sheet.getByRole('button', { name: 'Save and review' }).click()
    await expect(sheet.getByText("Not approved yet. Don't start.")).toBeVisible()
    await signs('Sign and send')
    // Identity was proved recently when the contract was sent, so it is not asked again. The draft change order is not
    // listed as agreed.
    await expect(orders).toContainText('Pending')
    await expect(orders).toContainText("Not approved yet. Don't start.")
    await signsChange()
    await expect(ordersWithTotal).toContainText('Total₦340,000')
  })

  await test.step("a customer's change order is read to its end and signed", async () => {
    await asksForChange('Heated rail', 2_500_000)
    await press(page, 'Review change order')
    await expect(sheet.getByText('+₦25,000').first()).toBeVisible()
    await expect(sheet.getByText('₦365,000')).toBeVisible()
    await signs('Sign')
    await expect(ordersWithTotal).toContainText('Total₦365,000')
  })

  await test.step('the work is put on hold and resumed', async () => {
    await menu('Put work on hold')
    await sheet.getByLabel('Reason').selectOption('WEATHER')
    await sheet.getByRole('button', { name: 'Put work on hold' }).click()
    await expect(page.getByText('You put the work on hold')).toBeVisible()
    await press(page, 'Resume work')
    await sheet.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(page.getByText('You put the work on hold')).toBeHidden()
  })

  await test.step('a proposed end is contested, and the next one accepted', async () => {
    const { milestones } = await customer.contract(id)
    const propose = () =>
      theirs('termination', {
        reasonCode: 'DELAY',
        effectiveDate: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        settlement: [{ milestoneId: milestones[0]?.id, percentDone: 60 }],
      })
    await propose()
    await expect(page.getByRole('main').getByText('Funke Adeyemi wants to end the contract')).toBeVisible()
    await press(page, 'Object to ending the contract')
    await sheet.getByRole('button', { name: 'Object', exact: true }).click()
    await expect(sheet.getByLabel('Why')).toBeFocused()
    await sheet.getByLabel('Why').fill('It was the council.')
    await sheet.getByRole('button', { name: 'Object', exact: true }).click()
    await expect(page.getByText('Ending the contract is disputed')).toBeVisible()
    await expectAccessible(page)
    await theirs('termination/withdraw')
    await expect(page.getByText('Ending the contract is disputed')).toBeHidden()
    await propose()
    await press(page, 'Agree to end')
    await sheet.getByRole('button', { name: 'Agree to end' }).click()
    await expect(page.getByText('The contract ended just now by mutual agreement')).toBeVisible()
    await expect(page.getByText('Delays')).toBeVisible()
    await expect(page.getByText('₦60,000 is paid for the open milestones.')).toBeVisible()
  })

  await test.step('its PDF is verified byte for byte', async () => {
    // Documents are rendered at a low priority.
    const coming = page.waitForEvent('download', { timeout: 60_000 })
    await menu('Contract (PDF)')
    const bytes = await readFile(await (await coming).path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const isKnown = async (buffer: Buffer) => {
      const file = { name: 'contract.pdf', mimeType: 'application/pdf', buffer }
      const answer = await request.post(serverOrigin + verifyContract.path, { multipart: { file } })
      return ((await answer.json()) as { data: { known: boolean } }).data.known
    }
    expect(await isKnown(bytes)).toBe(true)
    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: "check that it's genuine" }).click()
    const stranger = await opening
    const check = async (buffer: Buffer) => {
      const file = { name: 'contract.pdf', mimeType: 'application/pdf', buffer }
      await stranger.getByLabel('Contract PDF').setInputFiles(file)
      await stranger.getByRole('button', { name: 'Check contract' }).click()
    }
    await check(bytes)
    await expect(stranger.getByRole('heading', { name: 'Genuine: this is one of our contracts' })).toBeVisible()
    await expect(stranger.getByText('Ended early')).toBeVisible()
    await expectAccessible(stranger)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    expect(await isKnown(bytes)).toBe(false)
    await check(bytes)
    await expect(stranger.getByRole('heading', { name: "We don't recognise this file" })).toBeVisible()
  })
})
