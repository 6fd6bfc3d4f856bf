import { expect, test, type Page } from '@playwright/test'
import { createProvider, PASSWORD, signIn } from '../support/accounts.ts'

/** Gives the browser an authenticator that holds passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page): Promise<void> {
  // Away from the app, which leaves for the login page itself once its session is gone.
  await page.goto('/icon.svg')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/login')
}

test('a provider adds a passkey, logs in with it and steps up with it', async ({ page, request }) => {
  const provider = await createProvider(request)
  await addAuthenticator(page)
  await signIn(page, provider)
  await page.goto('/profile?section=security')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: /^Passkey/ }).click()
  await page.getByLabel('Name').fill('Test phone')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByText('Test phone')).toBeVisible()

  await test.step('a passkey alone logs in', async () => {
    await logOut(page)
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('a step-up takes the passkey', async () => {
    await page.goto('/profile?section=security')
    await page.getByRole('button', { name: 'Create new codes' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(codes).toHaveCount(10)
    await page.getByRole('button', { name: 'I saved them' }).click()
  })

  await test.step('a password is followed by the second step', async () => {
    await logOut(page)
    await page.getByLabel('Email or phone number').fill(provider.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    // It was replaced.
    await expect(page.getByText('That code is not correct, or it was already used.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL('/')
  })
})
