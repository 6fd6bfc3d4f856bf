import { uploadDocument } from '@fettle/protocol/accounts/documents'
import {
  saveBusinessInfo,
  saveContactInfo,
  saveOnboardingStep,
  savePersonalInfo,
  saveProfessionalInfo,
} from '@fettle/protocol/accounts/profile'
import { describe, expect, it } from 'vitest'
import { asFile, pdf } from '../../../testing/fixtures/files.ts'
import { createSignedInAccount } from '../../../testing/fixtures/accounts.ts'
import { createProvider, onboardingAnswers } from '../../../testing/fixtures/providers.ts'
import { setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

const { personal, location, banking } = onboardingAnswers
const professional = {
  ...onboardingAnswers.professional,
  servicesProvided: [...onboardingAnswers.professional.servicesProvided],
}

describe('onboarding', () => {
  it('is complete once every group but the bank details is filled in', async () => {
    const { token } = await createSignedInAccount(testApp)
    const refusal = await testApp.refusal(saveOnboardingStep, { body: { step: 'COMPLETED' } }, { token })
    expect(refusal).toMatchObject({
      status: 422,
      code: 'ONBOARDING_INCOMPLETE',
      message: 'Complete these steps first: Personal information, Location information and Professional information.',
      details: { missing: ['personalInformation', 'locationDetails', 'professionalInformation'] },
    })
    await testApp.call(savePersonalInfo, { body: personal }, { token })
    await testApp.call(saveContactInfo, { body: location }, { token })
    expect(await testApp.call(saveOnboardingStep, { body: { step: 'DOCUMENTS' } }, { token })).toMatchObject({
      onboardingStep: 'DOCUMENTS',
      isOnboarded: false,
    })
    await testApp.call(saveProfessionalInfo, { body: professional }, { token })
    expect(await testApp.call(saveOnboardingStep, { body: { step: 'COMPLETED' } }, { token })).toMatchObject({
      onboardingStep: 'COMPLETED',
      isOnboarded: true,
    })
  })

  it('never moves back', async () => {
    const { token } = await createSignedInAccount(testApp)
    await testApp.call(saveOnboardingStep, { body: { step: 'PROFESSIONAL_INFO' } }, { token })
    const profile = await testApp.call(saveOnboardingStep, { body: { step: 'DOCUMENTS' } }, { token })
    expect(profile.onboardingStep).toBe('PROFESSIONAL_INFO')
    const provider = await createProvider(testApp)
    expect(await testApp.call(saveOnboardingStep, { body: { step: 'PERSONAL_INFO' } }, provider)).toMatchObject({
      onboardingStep: 'COMPLETED',
      isOnboarded: true,
    })
  })

  it('completes once from two tabs', async () => {
    const { token } = await createSignedInAccount(testApp)
    await testApp.call(savePersonalInfo, { body: personal }, { token })
    await testApp.call(saveContactInfo, { body: location }, { token })
    await testApp.call(saveBusinessInfo, { body: banking }, { token })
    await testApp.call(saveProfessionalInfo, { body: professional }, { token })
    const profiles = await Promise.all(
      [1, 2].map(() => testApp.call(saveOnboardingStep, { body: { step: 'COMPLETED' } }, { token })),
    )
    expect(profiles.map(({ isOnboarded }) => isOnboarded)).toEqual([true, true])
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) from events where type = 'provider.onboarded' and subject_id = ${profiles[0]?.id}`,
    )
    expect(count).toBe(1)
  })

  it('ends with an identity document where the site requires it', async () => {
    const strict = await startTestApp({ sharesDatabaseWith: testApp, config: { requireIdentityDocument: true } })
    const { token } = await createSignedInAccount(strict)
    const finish = { body: { step: 'COMPLETED' as const } }
    await strict.call(savePersonalInfo, { body: personal }, { token })
    await strict.call(saveContactInfo, { body: location }, { token })
    await strict.call(saveBusinessInfo, { body: banking }, { token })
    const profile = await strict.call(saveProfessionalInfo, { body: professional }, { token })
    expect(profile.identityRequired).toBe(true)
    expect(await strict.refusal(saveOnboardingStep, finish, { token })).toMatchObject({
      code: 'ONBOARDING_INCOMPLETE',
      message: 'Complete these steps first: Identity document.',
      details: { missing: ['documents'] },
    })
    await strict.call(uploadDocument, { body: { type: 'PASSPORT' }, file: asFile(pdf()) }, { token })
    expect(await strict.call(saveOnboardingStep, finish, { token })).toMatchObject({ isOnboarded: true })
    await strict.close()
  })

  it('refuses unknown steps', async () => {
    const { token } = await createSignedInAccount(testApp)
    const body = { step: 'HOLIDAY' as 'COMPLETED' }
    expect((await testApp.refusal(saveOnboardingStep, { body }, { token })).code).toBe('VALIDATION_FAILED')
  })
})
