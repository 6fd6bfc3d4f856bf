import type { CallInput, Result } from '@fettle/protocol'
import { createMarketplaceBooking, putCustomer } from '@fettle/protocol/marketplace'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
} from '@fettle/protocol/profile'
import { createSignedInAccount, type registrationForm } from './newcomers.ts'
import type { Caller, TestApp } from './town.ts'

/** Providers and customers for tests, created through the public API. */

/** The marketplace's own system, with the key of the demo. */
export const marketplace: Caller = { token: 'mk_test_demo' }
/** Who sits behind a call that binds a customer. */
export const actingCustomer = { ip: '203.0.113.7', userAgent: 'Firefox on Android', timeZone: 'Africa/Lagos' }

export interface Provider extends Caller {
  id: string
  email: string
  token: string
  streamToken: string
}

/** What getting started asks for, filled in as Ada would. */
export const onboardingAnswers = {
  personal: { firstName: 'Ada', lastName: 'Obi', dateOfBirth: '1990-04-12', gender: 'FEMALE' },
  location: { address: '12 Bode Thomas Street', city: 'Surulere', state: 'Lagos', country: 'NG' },
  banking: { accountName: 'Ada Obi', bankName: 'Guaranty Trust Bank', accountNumber: '0123456785' },
  professional: {
    serviceType: 'PLUMBING',
    skillLevel: 'EXPERT',
    yearsOfExperience: 12,
    servicesProvided: ['Leaks', 'Boilers'],
  },
} as const

/** An onboarded provider, signed in. */
export async function createProvider(
  testApp: TestApp,
  overrides: Parameters<typeof registrationForm>[0] & {
    professional?: Partial<CallInput<typeof saveProfessionalInfo>['body']>
  } = {},
): Promise<Provider> {
  const { professional = {}, ...form } = overrides
  const { firstName = 'Ada', lastName = 'Obi' } = form
  const { token, streamToken, email } = await createSignedInAccount(testApp, { firstName, lastName, ...form })
  const caller = { token }
  await testApp.call(savePersonalInfo, { body: { ...onboardingAnswers.personal, firstName, lastName } }, caller)
  await testApp.call(saveContactInfo, { body: onboardingAnswers.location }, caller)
  await testApp.call(saveBusinessInfo, { body: onboardingAnswers.banking }, caller)
  const body = {
    ...onboardingAnswers.professional,
    servicesProvided: [...onboardingAnswers.professional.servicesProvided],
    ...professional,
  }
  await testApp.call(saveProfessionalInfo, { body }, caller)
  const { id } = await testApp.call(saveOnboardingStep, { body: { step: 'COMPLETED' } }, caller)
  return { id, email, token, streamToken }
}

let customers = 0

/** A customer of the marketplace. */
export async function createCustomer(
  testApp: TestApp,
  overrides: Partial<CallInput<typeof putCustomer>['body']> = {},
): Promise<Result<typeof putCustomer>> {
  customers += 1
  return testApp.call(
    putCustomer,
    {
      params: { externalId: `customer-${customers}` },
      body: { name: 'Chidi Okafor', email: `chidi${customers}@example.com`, phone: '+2348090001122', ...overrides },
    },
    marketplace,
  )
}

/** A booking whose time is known, as most are. */
export function requireScheduled<Of extends { startAt: string | null; endAt: string | null }>(
  booking: Of,
): Of & { startAt: string; endAt: string } {
  const { startAt, endAt } = booking
  if (startAt === null || endAt === null) throw new Error('This booking has no time')
  return { ...booking, startAt, endAt }
}

/** A customer's request for a job: tomorrow, two hours, at home, unless said otherwise. */
export async function requestBooking(
  testApp: TestApp,
  {
    provider,
    customer,
    ...overrides
  }: { provider: { id: string }; customer: { id: string } } & Partial<
    CallInput<typeof createMarketplaceBooking>['body']
  >,
): Promise<Result<typeof createMarketplaceBooking> & { startAt: string; endAt: string }> {
  const booking = await testApp.call(
    createMarketplaceBooking,
    {
      body: {
        customerId: customer.id,
        providerId: provider.id,
        title: 'Fix the kitchen tap',
        description: 'It drips day and night.',
        startAt: new Date(testApp.clock.now().getTime() + 86_400_000).toISOString(),
        durationMinutes: 120,
        location: { line1: '5 Adeniran Ogunsanya', city: 'Surulere', country: 'NG' },
        ...overrides,
      },
    },
    marketplace,
  )
  return requireScheduled(booking)
}
