import { login, register, verify } from '@fettle/protocol/accounts/auth'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
} from '@fettle/protocol/accounts/profile'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { codeFor, serverOrigin } from './marketplace.ts'

export const PASSWORD = 'four plain words here'

/** An account created through the API, where sign-up is not the subject of the test. */
export interface TestAccount {
  email: string
  token: string
  streamToken: string
}

let count = 0

/** A unique email address and phone number. */
export function uniqueContacts(): { email: string; phone: string } {
  count += 1
  const stamp = `${Date.now()}${count}${process.pid}`
  return { email: `grace-${stamp}@example.com`, phone: `+23480${stamp.slice(-11, -3)}` }
}

interface Call {
  method: string
  path: string
}

export async function callApi<Data>(
  request: APIRequestContext,
  { method, path }: Call,
  data?: object,
  token?: string,
): Promise<Data> {
  const response = await request.fetch(serverOrigin + path, {
    method,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(data ? { data } : {}),
  })
  const body = (await response.json()) as { success: boolean; data: Data }
  expect(body.success, `${method} ${path} → ${JSON.stringify(body)}`).toBe(true)
  return body.data
}

/** Creates a verified account that is not onboarded. */
export async function createAccount(request: APIRequestContext): Promise<TestAccount> {
  const { email, phone } = uniqueContacts()
  const role = 'PROVIDER'
  const form = { firstName: 'Grace', lastName: 'Adeyemi', email, phone, password: PASSWORD, role }
  await callApi(request, register, form)
  await callApi(request, verify, { email, code: await codeFor(request, email), type: 'VERIFICATION', role })
  const keys = await callApi<{ token: string; streamToken: string }>(request, login, {
    emailOrPhone: email,
    password: PASSWORD,
    role,
  })
  return { email, ...keys }
}

/** Creates an onboarded provider. */
export async function createProvider(request: APIRequestContext): Promise<TestAccount> {
  const person = await createAccount(request)
  const save = (call: Call, data: object) => callApi(request, call, data, person.token)
  await save(savePersonalInfo, { firstName: 'Grace', lastName: 'Adeyemi', dateOfBirth: '1990-05-17' })
  await save(saveContactInfo, { address: '12 Marina Road', city: 'Lagos', state: 'Lagos', country: 'NG' })
  await save(saveBusinessInfo, {
    accountName: 'Grace Adeyemi',
    bankName: 'First Bank of Nigeria',
    accountNumber: '0000014579',
  })
  await save(saveProfessionalInfo, {
    serviceType: 'PLUMBING',
    skillLevel: 'EXPERT',
    yearsOfExperience: 12,
    servicesProvided: 'Leaks',
  })
  await save(saveOnboardingStep, { step: 'COMPLETED' })
  return person
}

/** Signs in every page of this context. */
export async function signIn(page: Page, { token, streamToken }: TestAccount): Promise<void> {
  await page.context().addInitScript(
    ([one, other]) => {
      // Once, so that the product's later changes are kept.
      if (sessionStorage.getItem('was-signed-in')) return
      sessionStorage.setItem('was-signed-in', 'yes')
      localStorage.setItem('token', one ?? '')
      localStorage.setItem('streamToken', other ?? '')
    },
    [token, streamToken],
  )
}

/** Which of the three tokens are stored; polled while the page is navigating. */
export async function storedTokens(page: Page): Promise<string[]> {
  let keys: string[] = []
  await expect(async () => {
    keys = await page.evaluate(() =>
      ['token', 'verificationToken', 'streamToken'].filter((key) => localStorage.getItem(key) !== null),
    )
  }).toPass()
  return keys
}
