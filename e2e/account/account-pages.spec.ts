import { expect, test, type Page } from '@playwright/test'
import {
  saveBusinessInfo,
  saveContactInfo,
  savePersonalInfo,
  saveProfessionalInfo,
} from '@fettle/protocol/accounts/profile'
import { navigateInPage } from '../support/navigate-in-page.ts'
import { expectReflow, expectKeyboardReachable, tabTo } from '../support/keyboard.ts'
import { callApi, createAccount, uniqueContacts, PASSWORD, createProvider, signIn } from '../support/accounts.ts'
import { codeFor, expectAccessible } from '../support/marketplace.ts'

// Account screens by keyboard only and at 200 % zoom, and with axe where the layout suite does not see them.

async function expectUsable(page: Page): Promise<void> {
  const usual = page.viewportSize() ?? { width: 0, height: 0 }
  // 320 pixels, as WCAG requires, then 200 % zoom on a desktop.
  await page.setViewportSize({ width: 320, height: 568 })
  await expectReflow(page)
  await page.setViewportSize({ width: usual.width / 2, height: usual.height / 2 })
  await expectReflow(page)
  await expectKeyboardReachable(page)
  await page.setViewportSize(usual)
}

test('the sign-in pages are accessible', async ({ page }) => {
  const pages = ['login', 'register', 'verify-account', 'forgot-password', 'verify-otp', 'new-password']
  for (const path of pages) {
    await test.step(path, async () => {
      await page.goto(`/${path}`)
      // Wait for lazy parts and for errors of the empty form.
      await page.waitForLoadState('networkidle')
      await page.locator('button[type=submit]').click()
      await expect(page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first()).toBeVisible()
      await expectAccessible(page)
      await expectUsable(page)
    })
  }
})

test('the five onboarding steps are accessible', async ({ page, request }) => {
  const person = await createAccount(request)
  await signIn(page, person)
  const save = (call: { method: string; path: string }, data: object) => callApi(request, call, data, person.token)
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const expectAccessibleAndUsable = async () => {
    await expectAccessible(page)
    await expectUsable(page)
  }

  await page.goto('/get-started')
  await heading('Welcome, Grace')
  await expectAccessibleAndUsable()
  await save(savePersonalInfo, { firstName: 'Grace', lastName: 'Adeyemi', dateOfBirth: '1990-05-17' })
  await page.reload()
  await heading('Where are you based?')
  await expectAccessibleAndUsable()
  await save(saveContactInfo, { address: '12 Marina Road', city: 'Lagos', state: 'Lagos', country: 'NG' })
  await page.reload()
  await heading('Where should we send your money?')
  await page.getByRole('button', { name: 'Add it now' }).click()
  await page.getByLabel('Type of document').selectOption({ label: 'Passport' })
  await expectAccessibleAndUsable()
  const bank = { accountName: 'Grace Adeyemi', bankName: 'First Bank of Nigeria', accountNumber: '0000014579' }
  await save(saveBusinessInfo, bank)
  await page.reload()
  await heading("What's your trade?")
  await expectAccessibleAndUsable()
  const trade = { serviceType: 'PLUMBING', skillLevel: 'EXPERT', yearsOfExperience: 12, servicesProvided: 'Leaks' }
  await save(saveProfessionalInfo, trade)
  await page.reload()
  await heading('Know someone good?')
  await expectAccessibleAndUsable()
})

test('the profile tabs are accessible', async ({ page, request }) => {
  await signIn(page, await createProvider(request))
  const parts: [tab: string, shown: string][] = [
    ['information', 'Trade and services'],
    ['documents', 'No documents yet'],
    ['availability', 'Weekly hours'],
    ['invite', 'Your friends'],
    ['security', 'Devices'],
    ['notifications', 'Quiet hours'],
    ['data', 'Close account'],
  ]
  for (const [index, [tab, shown]] of parts.entries()) {
    await test.step(tab, async () => {
      const address = `/profile?tab=${tab}`
      await (index === 0 ? page.goto(address) : navigateInPage(page, address))
      await expect(page.getByRole('heading', { name: shown })).toBeVisible()
      await expect(
        page.locator('#notifications-button').and(page.getByLabel('Notifications', { exact: true })),
      ).toBeVisible()
      await expectUsable(page)
    })
  }
  await test.step('a group in edit mode', async () => {
    await navigateInPage(page, '/profile')
    for (const group of ['Personal information', 'Location', 'Bank account', 'Trade and services']) {
      await page.getByRole('button', { name: `Edit ${group}` }).click()
    }
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(4)
    await expectAccessible(page)
    await expectUsable(page)
  })
})

test('an account is created and onboarded by keyboard only', async ({ page, request }) => {
  const { email, phone } = uniqueContacts()
  const field = (name: string | RegExp) => page.getByRole('textbox', { name })
  const type = async (name: string | RegExp, text: string) => {
    await tabTo(page, field(name))
    await page.keyboard.type(text)
  }
  const choose = async (name: string, typed: string) => {
    await tabTo(page, page.getByRole('combobox', { name, exact: true }))
    await page.keyboard.type(typed)
  }
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name }))
    await page.keyboard.press('Enter')
  }
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto('/login')
  await tabTo(page, page.getByRole('link', { name: 'Create an account' }))
  await page.keyboard.press('Enter')
  await heading('Create your account')
  // An empty submit focuses the first missing field.
  await press('Create account')
  await expect(field('First name')).toBeFocused()
  // What is wrong is said once, at the field; the summary leads there.
  await expect(page.getByText('Enter a valid email address.')).toHaveCount(1)
  await page.getByRole('link', { name: 'Email', exact: true }).press('Enter')
  await expect(field('Email')).toBeFocused()
  await field('First name').focus()
  await page.keyboard.type('Grace')
  await type('Last name', 'Adeyemi')
  await type('Email', email)
  await type('Phone number', phone)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page, page.getByLabel('Repeat password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await heading('Verify your account')
  await expect(field(/code/i)).toBeFocused()
  await page.keyboard.type(await codeFor(request, email))
  await heading('Log in')
  await expect(field('Email or phone number')).toHaveValue(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  await heading('Welcome, Grace')
  await type('Day', '17')
  await choose('Month', 'May')
  await type('Year', '1990')
  await page.keyboard.press('Enter')
  await heading('Where are you based?')
  await type('Street address', '12 Marina Road')
  await type('City', 'Lagos')
  await choose('State', 'Lagos')
  await press('Save and continue')
  await heading('Where should we send your money?')
  await type('Account holder', 'Grace Adeyemi')
  await choose('Bank', 'First Bank')
  await type('Account number', '0000014579')
  await press('Save and continue')
  await heading("What's your trade?")
  await tabTo(page, page.getByRole('radio').first())
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Plumbing' })).toBeChecked()
  await tabTo(page, page.getByRole('radiogroup', { name: 'Skill level' }).getByRole('radio').first())
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Expert/ })).toBeChecked()
  await type('Years of experience', '12')
  await type('Services you provide', 'Leaks')
  await page.keyboard.press('Enter')
  await press('Save and continue')
  await heading('Know someone good?')
  await press('Finish')
  await page.waitForURL((url) => url.pathname === '/')
})
