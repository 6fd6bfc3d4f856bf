import { login, register, verify } from '@fettle/protocol/auth'
import type { CallInput, Result } from '@fettle/protocol'
import type { TestApp } from './town.ts'

/** People who come through the front door: they register, read their mail and log in. */

export const PASSWORD = 'correct horse battery'

let people = 0

/** A registration form nobody has sent yet. */
export function registrationForm(
  overrides: Partial<CallInput<typeof register>['body']> = {},
): CallInput<typeof register>['body'] {
  people += 1
  return {
    firstName: 'Ngozi',
    lastName: 'Eze',
    email: `ngozi${people}@example.com`,
    phone: `+23480312${String(30_000 + people)}`,
    password: PASSWORD,
    role: 'PROVIDER',
    ...overrides,
  }
}

/** The code of the newest message to somebody. */
export async function latestVerificationCode({ deps }: TestApp, to: string): Promise<string> {
  const code = (await deps.outbox.list(to)).find((message) => message.code)?.code
  if (!code) throw new Error(`No code was sent to ${to}.`)
  return code
}

/** Registers and verifies somebody, who may log in then. */
export async function createVerifiedAccount(
  testApp: TestApp,
  overrides: Partial<CallInput<typeof register>['body']> = {},
): Promise<CallInput<typeof register>['body'] & { email: string }> {
  const form = registrationForm(overrides)
  const email = String(form.email)
  await testApp.call(register, { body: form })
  await testApp.call(verify, {
    body: { email, code: await latestVerificationCode(testApp, email), type: 'VERIFICATION', role: 'PROVIDER' },
  })
  return { ...form, email }
}

/** Somebody signed in and not onboarded. */
export async function createSignedInAccount(
  testApp: TestApp,
  overrides: Partial<CallInput<typeof register>['body']> = {},
): Promise<Result<typeof login> & { form: CallInput<typeof register>['body']; email: string }> {
  const form = await createVerifiedAccount(testApp, overrides)
  const session = await testApp.call(login, {
    body: { emailOrPhone: form.email, password: form.password, role: 'PROVIDER' },
  })
  return { ...session, form, email: form.email }
}

/** The statuses of answers that raced, in order of size. */
export const statusesOf = (replies: readonly { status: number }[]): number[] =>
  replies.map(({ status }) => status).sort((one, other) => one - other)
