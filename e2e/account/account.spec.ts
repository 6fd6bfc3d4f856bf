import { writeFile } from 'node:fs/promises'
import { logout } from '@fettle/protocol/accounts/auth'
import { expect, test, type Page } from '@playwright/test'
import { dateField, fillDate } from '../support/dates.ts'
import { callApi, storedTokens, uniqueContacts, PASSWORD, createProvider, signIn } from '../support/accounts.ts'
import { expectAccessible } from '../support/marketplace.ts'
import { onPhone } from '../support/widths.ts'

const at = (page: Page, path: string) => expect.poll(() => new URL(page.url()).pathname).toBe(path)
const edit = async (page: Page, group: string) => page.getByRole('button', { name: `Edit ${group}` }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

test('two tabs editing one profile show both versions in a conflict', async ({ page, context, request }) => {
  await signIn(page, await createProvider(request))
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/profile')
    await edit(tab, 'Location')
  }
  const stored = (tab: Page) => tab.locator('#locationDetails').getByRole('definition').nth(1)
  const row = page.getByRole('region', { name: 'Compare versions' }).getByRole('row', { name: /City/ })

  await test.step('changes are not overwritten unseen', async () => {
    await other.getByLabel('City').fill('Yaba')
    await save(other)
    await expect(stored(other)).toHaveText('Yaba')
    await page.getByLabel('City').fill('Ikeja')
    await save(page)
    await expect(page.getByText('This profile changed while you were editing.').first()).toBeVisible()
    await expect(row.getByRole('cell')).toHaveText(['Ikeja', 'Yaba'])
    await expectAccessible(page)
  })

  await test.step('keeps own changes, which the other tab shows live', async () => {
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await expect(stored(page)).toHaveText('Ikeja')
    await expect(stored(other)).toHaveText('Ikeja')
  })

  await test.step('takes the stored version', async () => {
    for (const tab of [page, other]) await edit(tab, 'Location')
    await other.getByLabel('City').fill('Epe')
    await save(other)
    await page.getByLabel('City').fill('Badagry')
    await save(page)
    await page.getByRole('button', { name: 'Use saved version' }).click()
    await expect(stored(page)).toHaveText('Epe')
  })

  await test.step('changes of another group do not conflict', async () => {
    await edit(page, 'Location')
    await page.getByLabel('City').fill('Lekki')
    await edit(other, 'Trade and services')
    await other.getByLabel('Years of experience').fill('13')
    await save(other)
    await save(page)
    await expect(stored(page)).toHaveText('Lekki')
  })
})

test('an ended session is detected without losing input', async ({ page, request }) => {
  const person = await createProvider(request)
  await signIn(page, person)
  await page.goto('/profile')
  await edit(page, 'Location')
  await page.getByLabel('City').fill('Ikeja')
  // Hold back the page's own reads, which would notice the ended session first.
  const reads = '**/v2/**'
  await page.route(reads, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  await callApi(request, logout, {}, person.token)

  await test.step('a profile that cannot be saved stays on screen', async () => {
    await save(page)
    await expect(
      page.getByText('Authentication failed. Your session may have expired. Please try logging in again.').first(),
    ).toBeVisible()
    await expect(page.getByLabel('City')).toHaveValue('Ikeja')
    expect(new URL(page.url()).pathname).toBe('/profile')
    expect(await storedTokens(page)).toContain('token')
    await page.unroute(reads)
  })

  await test.step('others lead to the login page without tokens', async () => {
    const refusal = page.getByRole('listitem').filter({ hasText: 'Authentication failed.' })
    await refusal.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('tab', { name: 'Upload documents' }).click()
    await at(page, '/login')
    expect(await storedTokens(page)).not.toContain('token')
    // The chat token is tried once and removed when it is rejected.
    await page.goto('/bookings')
    await at(page, '/login')
    await expect.poll(() => storedTokens(page)).toEqual([])
  })

  await test.step('a refusal on a public page does not navigate', async () => {
    await page.getByLabel('Email or phone number').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Incorrect email, phone or password.').first()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/login')
    await page.goto('/reset-password')
    await at(page, '/new-password')
    await expect(
      page.getByText('Missing email or OTP code. Please start the password reset process again.'),
    ).toBeVisible()
  })
})

test('input survives a reload and a failed request', async ({ page }) => {
  const { email, phone } = uniqueContacts()
  const typed = { 'First name': 'Ọlá-Olúwa', 'Last name': 'بن علي', Email: email }
  await page.goto('/register')
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const expectKept = async () => {
    for (const [label, text] of Object.entries(typed)) await expect(page.getByLabel(label)).toHaveValue(text)
    await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue(phone)
  }

  await page.reload()
  await expectKept()
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.route('**/v2/auth/register', (route) => route.abort('connectionreset'))
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Registration failed').first()).toBeVisible()
  await expectKept()
  await expect(page.getByLabel('Repeat password')).toHaveValue(PASSWORD)

  await page.unroute('**/v2/auth/register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await at(page, '/verify-account')
  const code = page.getByLabel('6-digit code')
  await expect(code).toBeFocused()
  await expect(code.locator('..').locator('span').first()).toHaveCSS('outline-style', 'solid')
})

test('terms are shown and accepted where the site requires it', async ({ page }) => {
  const { email, phone } = uniqueContacts()
  await page.route('**/v2/auth/options', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, requireTerms: true } } })
  })
  await page.goto('/register')
  const box = page.getByRole('checkbox', { name: 'I accept the terms of use.' })
  await expect(box).toBeVisible()
  await page.getByText('Read the terms of use').click()
  await expect(page.getByText("Use customers' details only for their job.")).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Adeyemi')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Accept the terms to continue.').first()).toBeVisible()
  await expect(box).toBeFocused()
  await box.check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await at(page, '/verify-account')
})

test('the Google button works on a fresh clone', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await at(page, '/get-started')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Gina' })).toBeVisible()
  expect((await storedTokens(page)).sort()).toEqual(['streamToken', 'token'])
})

test('a refused document says why, and an upload is retried', onPhone, async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/profile?tab=documents')
  await page.getByRole('button', { name: 'Upload a document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a document' })
  await dialog.getByLabel('Type of document').selectOption({ label: 'Passport' })
  const choose = async (name: string, bytes: Buffer | string) => {
    const path = test.info().outputPath(name)
    await writeFile(path, bytes)
    await dialog.locator('input[type=file]').setInputFiles(path)
  }
  const another = () => dialog.getByRole('button', { name: 'Choose another' }).click()
  const send = () => dialog.getByRole('button', { name: 'Send for review' }).click()

  await test.step('a photo this browser cannot decode', async () => {
    const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(9 * 1024 * 1024)])
    await choose('photo.heic', heic)
    await expect(
      dialog.getByText("This browser can't open this type of photo. Save it as JPEG, or take a new photo here."),
    ).toBeVisible()
    await another()
  })

  await test.step('an HTML file named like a photo', async () => {
    await choose('photo.jpg', '<!doctype html><script>alert(1)</script>')
    await send()
    await expect(dialog.getByText('Use one of these types: JPEG, PNG, WebP, PDF.')).toBeVisible()
    await another()
  })

  await test.step('a PDF with eleven pages', async () => {
    await choose('long.pdf', pdf(11))
    await send()
    await expect(dialog.getByText('Use a PDF of at most 10 pages.')).toBeVisible()
    await another()
  })

  await test.step('an interrupted upload', async () => {
    await page.route('**/v2/profile/documents', (route) => route.abort('connectionreset'), { times: 1 })
    await choose('passport.pdf', pdf(1))
    await send()
    await expect(dialog.getByText(/network/i)).toBeVisible()
    await expect(dialog.getByText('passport.pdf')).toBeVisible()
    await expectAccessible(page)
    await send()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Under review').first()).toBeVisible()
  })
})

test('notification preferences are saved', async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/profile?tab=notifications')
  const mail = page.getByRole('checkbox', { name: 'Bookings: Email' })
  const quiet = page.getByRole('checkbox', { name: 'Mute notifications at night' })
  await expect(mail).toBeChecked()
  await expect(dateField(page, 'From')).toContainText('21:00')
  await mail.click()
  await expect(mail).not.toBeChecked()
  await fillDate(page, 'Until', '06:30')
  const saved = page.waitForResponse((response) => (response.request().postData() ?? '').includes('06:30'))
  await page.keyboard.press('Tab')
  await saved
  await expect(async () => {
    await page.reload()
    await expect(mail).not.toBeChecked()
    await expect(dateField(page, 'Until')).toContainText('06:30')
  }).toPass()

  await page.route('**/inbox/preferences**', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: { message: 'No' } }) : route.fallback(),
  )
  await quiet.click()
  await expect(page.getByText("Couldn't save that")).toBeVisible()
  await expect(quiet).toBeChecked()
})

test('an account notification links to the security tab', onPhone, async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  await page.goto('/profile?section=security')
  await expect(page.getByRole('tab', { name: 'Security', selected: true })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
})

/** A minimal PDF of empty pages. */
function pdf(pages: number): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => index + 3)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>'),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}
