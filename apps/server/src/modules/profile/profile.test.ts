import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import {
  getProfile,
  saveBusinessInfo,
  saveContactInfo,
  savePersonalAndContactInfo,
  savePersonalInfo,
  saveProfessionalInfo,
  saveUsualTax,
} from '@fettle/protocol/accounts/profile'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSignedInAccount, statusesOf } from '../../../testing/fixtures/accounts.ts'
import { createProvider, onboardingAnswers } from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'

const testApp = setUpTestApp()

const { personal, location, banking } = onboardingAnswers
const professional = {
  ...onboardingAnswers.professional,
  servicesProvided: [...onboardingAnswers.professional.servicesProvided],
}
const firstIssue = (refusal: { issues?: unknown[] }) => refusal.issues?.[0]

describe('a new profile', () => {
  it('contains registered data and lists missing fields', async () => {
    const { token, email } = await createSignedInAccount(testApp)
    expect(await testApp.call(getProfile, {}, { token })).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      firstName: 'Ngozi',
      lastName: 'Eze',
      email,
      dateOfBirth: null,
      country: null,
      accountNumber: null,
      servicesProvided: null,
      avatar: null,
      isOnboarded: false,
      onboardingStep: 'PERSONAL_INFO',
      currency: 'NGN',
      version: 1,
    })
  })

  it('is refused without a session', async () => {
    expect(await testApp.refusal(getProfile, {})).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' })
  })
})

describe('the groups of a profile', () => {
  let me: Caller
  beforeEach(async () => {
    me = { token: (await createSignedInAccount(testApp)).token }
  })

  it('are saved separately and returned together', async () => {
    const replies = [
      await testApp.send(savePersonalInfo, { body: personal }, me),
      await testApp.send(saveContactInfo, { body: location }, me),
      await testApp.send(saveBusinessInfo, { body: banking }, me),
      await testApp.send(saveProfessionalInfo, { body: professional }, me),
    ]
    expect(replies.map(({ body }) => body.message)).toEqual([
      'Personal info updated successfully',
      'Profile updated successfully.',
      'Business info updated successfully',
      'Professional info updated successfully',
    ])
    const profile = await testApp.call(getProfile, {}, me)
    expect(profile).toMatchObject({
      ...personal,
      ...location,
      countryName: 'Nigeria',
      ...banking,
      bankCode: '058',
      accountNumberMasked: '••••••6785',
      accountNameMatch: 'MATCH',
      ...professional,
      servicesProvided: 'Leaks,Boilers',
      version: 5,
    })
    expect(profile.completeness.missing.map(({ field }) => field)).not.toContain('accountNumber')
    const labels = async (language: string) => {
      const { completeness } = await testApp.call(getProfile, {}, { ...me, headers: { 'accept-language': language } })
      return completeness.missing.map(({ label }) => label)
    }
    expect(await labels('en')).toContain('Identity document')
    expect(await labels('fr')).toContain('Pièce d’identité')
  })

  it('store the default tax rate: none until set, fifty percent at most', async () => {
    expect(await testApp.call(getProfile, {}, me)).toMatchObject({ usualTaxRateBps: 0 })
    const { version } = await testApp.call(saveUsualTax, { body: { usualTaxRateBps: 750 } }, me)
    expect(await testApp.call(getProfile, {}, me)).toMatchObject({ usualTaxRateBps: 750, version })
    const refusal = await testApp.refusal(saveUsualTax, { body: { usualTaxRateBps: 5001 } }, me)
    expect(firstIssue(refusal)).toMatchObject({ field: 'usualTaxRateBps', message: 'Enter a tax rate of 0% to 50%.' })
  })

  it.each([
    ['2008-03-03', 'You must be at least 18 years old.'],
    ['1925-03-01', 'Enter a valid date of birth.'],
    ['2030-01-01', 'Enter a valid date of birth.'],
    ['1990-02-30', 'Enter a valid date of birth.'],
    ['yesterday', 'Enter a valid date of birth.'],
  ])('refuse the date of birth %s', async (dateOfBirth, message) => {
    const refusal = await testApp.refusal(savePersonalInfo, { body: { ...personal, dateOfBirth } }, me)
    expect(firstIssue(refusal)).toMatchObject({ field: 'dateOfBirth', message })
  })

  it('accept an eighteenth birthday today', async () => {
    const body = { ...personal, dateOfBirth: '2008-03-02' }
    expect(await testApp.call(savePersonalInfo, { body }, me)).toMatchObject({ dateOfBirth: '2008-03-02' })
  })

  it('accept country and state by name', async () => {
    const body = { ...location, country: 'nigeria', state: 'Lagos State' }
    expect(await testApp.call(saveContactInfo, { body }, me)).toMatchObject({ country: 'NG', state: 'Lagos' })
  })

  it.each([
    [{ country: 'Atlantis' }, 'country', 'Choose a country.'],
    [{ state: 'Bavaria' }, 'state', 'Choose a state.'],
    [{ address: 'x' }, 'address', 'Enter your street address (at least 5 characters).'],
  ])('refuse the location %j', async (wrong, field, message) => {
    const refusal = await testApp.refusal(saveContactInfo, { body: { ...location, ...wrong } }, me)
    expect(refusal).toMatchObject({ status: 422, message: 'Please check the following fields:' })
    expect(firstIssue(refusal)).toMatchObject({ field, message })
  })

  it('validate an account number by bank and country', async () => {
    const refused = async (body: typeof banking | object) =>
      firstIssue(await testApp.refusal(saveBusinessInfo, { body: { ...banking, ...body } }, me))
    expect(await refused({ accountNumber: '0123456789' })).toMatchObject({
      field: 'accountNumber',
      message: 'This account number does not belong to Guaranty Trust Bank. Check the digits.',
    })
    expect(await refused({ accountNumber: '123' })).toMatchObject({
      message: 'Enter the 10-digit NUBAN account number.',
    })
    await testApp.call(saveContactInfo, { body: { ...location, country: 'DE', state: 'Berlin' } }, me)
    expect(await refused({})).toMatchObject({ message: 'Enter a valid IBAN.' })
    const iban = { accountName: 'Ada Obi', bankName: 'Sparkasse', accountNumber: 'de89 3704 0044 0532 0130 00' }
    expect(await testApp.call(saveBusinessInfo, { body: iban }, me)).toMatchObject({
      accountNumber: 'DE89370400440532013000',
      accountNumberMasked: '••••••3000',
      currency: 'EUR',
    })
  })

  it('encrypt the account number in the database', async () => {
    await testApp.call(saveBusinessInfo, { body: banking }, me)
    const { id } = await testApp.call(getProfile, {}, me)
    const { sealed } = await testApp.db.one<{ sealed: Buffer }>(
      sql`select account_number as sealed from profiles where account_id = ${id}`,
    )
    expect(sealed.toString('latin1')).not.toContain('0123456785')
    expect(decrypt(testApp.deps.secrets.bankKey, id, sealed)).toBe('0123456785')
    expect(() => decrypt(testApp.deps.secrets.bankKey, 'usr_other', sealed)).toThrow()
  })

  it('are there without an account number whose key was lost, and take it again', async () => {
    const { id } = await testApp.call(saveBusinessInfo, { body: banking }, me)
    const lost = encrypt(Buffer.alloc(32, 1), id, banking.accountNumber)
    await testApp.db.execute(sql`update profiles set account_number = ${lost} where account_id = ${id}`)
    const profile = await testApp.call(getProfile, {}, me)
    expect(profile).toMatchObject({ bankName: banking.bankName, accountNumber: null, accountNumberMasked: null })
    expect(profile.completeness.missing.map(({ field }) => field)).toContain('accountNumber')
    const secondAnswer = await testApp.call(saveBusinessInfo, { body: banking }, me)
    expect(secondAnswer.accountNumber).toBe(banking.accountNumber)
  })

  it('limit experience to possible years', async () => {
    await testApp.call(savePersonalInfo, { body: { ...personal, dateOfBirth: '2000-01-01' } }, me)
    const refuse = async (yearsOfExperience: number) =>
      firstIssue(await testApp.refusal(saveProfessionalInfo, { body: { ...professional, yearsOfExperience } }, me))
    expect(await refuse(13)).toMatchObject({
      field: 'yearsOfExperience',
      message: 'This is more than your age allows. Check it, or correct your date of birth.',
    })
    expect(await refuse(2.5)).toMatchObject({ message: 'Enter a whole number of years from 0 to 60.' })
    expect(await refuse(61)).toMatchObject({ message: 'Enter a whole number of years from 0 to 60.' })
    await testApp.call(saveProfessionalInfo, { body: { ...professional, yearsOfExperience: 12 } }, me)
    const younger = await testApp.refusal(savePersonalInfo, { body: { ...personal, dateOfBirth: '2003-01-01' } }, me)
    expect(firstIssue(younger)).toMatchObject({ field: 'dateOfBirth' })
  })

  it('accept services as the text they are returned as', async () => {
    const body = { ...professional, servicesProvided: 'Leaks, Boilers,Taps' }
    expect(await testApp.call(saveProfessionalInfo, { body }, me)).toMatchObject({
      servicesProvided: 'Leaks,Boilers,Taps',
    })
  })

  it('may be saved partly and together', async () => {
    await testApp.call(savePersonalInfo, { body: personal }, me)
    await testApp.call(saveContactInfo, { body: location }, me)
    const { body } = await testApp.send(savePersonalAndContactInfo, { body: { lastName: 'Okafor', city: 'Ikeja' } }, me)
    expect(body).toMatchObject({
      message: 'Profile updated successfully.',
      data: { firstName: 'Ada', lastName: 'Okafor', dateOfBirth: '1990-04-12', city: 'Ikeja', state: 'Lagos' },
    })
    const refusal = await testApp.refusal(savePersonalAndContactInfo, { body: { country: 'US' } }, me)
    expect(firstIssue(refusal)).toMatchObject({ field: 'state', message: 'Choose a state.' })
  })

  it('may be cleared of the gender before there is a birthday', async () => {
    const { token } = await createSignedInAccount(testApp)
    const save = (body: object) => testApp.call(savePersonalAndContactInfo, { body }, { token })
    expect(await save({ gender: 'FEMALE' })).toMatchObject({ gender: 'FEMALE', dateOfBirth: null })
    expect(await save({ firstName: 'Ada' })).toMatchObject({ gender: 'FEMALE' })
    expect(await save({ gender: null })).toMatchObject({ gender: null })
  })

  it('need at least one field', async () => {
    const refusal = await testApp.refusal(savePersonalAndContactInfo, { body: {} }, me)
    expect(refusal).toMatchObject({ status: 422, message: 'No profile data to update.' })
  })

  it('do not overwrite concurrent changes', async () => {
    const { version } = await testApp.call(savePersonalInfo, { body: personal }, me)
    await testApp.call(saveContactInfo, { body: { ...location, version } }, me)
    const refusal = await testApp.refusal(saveContactInfo, { body: { ...location, city: 'Yaba', version } }, me)
    expect(refusal).toMatchObject({
      status: 409,
      code: 'VERSION_CONFLICT',
      message: 'This profile changed while you were editing. Review the latest version and try again.',
      details: { current: { city: 'Surulere', version: version + 1 } },
    })
    const header = { ...me, headers: { 'if-match': `"${version}"` } }
    expect((await testApp.refusal(saveContactInfo, { body: location }, header)).code).toBe('VERSION_CONFLICT')
    await testApp.call(saveContactInfo, { body: location }, { ...me, headers: { 'if-match': `"${version + 1}"` } })
  })

  it('accept one of five concurrent writes of a version', async () => {
    const { version } = await testApp.call(getProfile, {}, me)
    const replies = await Promise.all(
      ['Yaba', 'Ikeja', 'Lekki', 'Epe', 'Badagry'].map((city) =>
        testApp.send(saveContactInfo, { body: { ...location, city, version } }, me),
      ),
    )
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409, 409])
  })

  it('show a changed name in every session at once', async () => {
    await testApp.call(savePersonalInfo, { body: { ...personal, firstName: 'Adaeze' } }, me)
    expect(await testApp.call(getProfile, {}, me)).toMatchObject({ firstName: 'Adaeze' })
  })
})

describe('the phone number of a profile', () => {
  it('can be corrected during onboarding, in national form too', async () => {
    const { token } = await createSignedInAccount(testApp)
    const saved = await testApp.call(savePersonalInfo, { body: { ...personal, phone: '0803 777 0001' } }, { token })
    expect(saved.phone).toBe('+2348037770001')
  })

  it('tells of thirty numbers a day whether they have an account', async () => {
    const other = await createSignedInAccount(testApp)
    const { token } = await createSignedInAccount(testApp)
    const save = (phone: string) => testApp.send(savePersonalInfo, { body: { ...personal, phone } }, { token })
    for (let n = 0; n < 29; n += 1) expect((await save(`+23480355500${10 + n}`)).status).toBe(200)
    const taken = String(other.form.phone)
    expect((await save(taken)).body).toMatchObject({ code: 'PHONE_TAKEN' })
    const combined = await testApp.send(savePersonalAndContactInfo, { body: { phone: taken } }, { token })
    expect([combined, await save(taken)].map(({ body }) => body)).toMatchObject([
      { code: 'RATE_LIMITED' },
      { code: 'RATE_LIMITED' },
    ])
    expect((await testApp.send(savePersonalInfo, { body: personal }, { token })).status).toBe(200)
    testApp.clock.advance(86_400_000)
    expect((await save(taken)).body).toMatchObject({ code: 'PHONE_TAKEN' })
  })

  it("cannot be another provider's", async () => {
    const other = await createSignedInAccount(testApp)
    const { token } = await createSignedInAccount(testApp)
    const refusal = await testApp.refusal(
      savePersonalInfo,
      { body: { ...personal, phone: other.form.phone } },
      { token },
    )
    expect(refusal).toMatchObject({ status: 409, code: 'PHONE_TAKEN' })
  })

  it('is changed by a code after onboarding', async () => {
    const provider = await createProvider(testApp)
    const { phone } = await testApp.call(getProfile, {}, provider)
    await testApp.call(savePersonalInfo, { body: { ...personal, phone } }, provider)
    const refusal = await testApp.refusal(
      savePersonalInfo,
      { body: { ...personal, phone: '+2348037770009' } },
      provider,
    )
    expect(firstIssue(refusal)).toMatchObject({
      field: 'phone',
      code: 'NOT_ALLOWED',
      message: 'First confirm your new phone number with a code.',
    })
  })
})

describe('the email of a profile', () => {
  it.each([savePersonalAndContactInfo, savePersonalInfo])(
    'is changed by a code only, and refused otherwise: $name',
    async (operation) => {
      const { token, email } = await createSignedInAccount(testApp)
      const save = (changes: object) => testApp.send(operation, { body: { ...personal, ...changes } }, { token })
      const refused = await save({ email: `new-${email}` })
      expect(refused.body).toMatchObject({
        status: 422,
        issues: [{ field: 'email', code: 'NOT_ALLOWED', message: 'First confirm your new email address with a code.' }],
      })
      expect((await testApp.call(getProfile, {}, { token })).email).toBe(email)
      expect((await save({ email: email.toUpperCase() })).body).toMatchObject({ status: 200, data: { email } })
      expect((await save({ email: 'nobody' })).body).toMatchObject({ status: 422, issues: [{ field: 'email' }] })
    },
  )
})

describe('an encrypted account number', () => {
  const key = Buffer.alloc(32, 7)

  it('is decrypted with its key for its owner only', () => {
    const sealed = encrypt(key, 'usr_1', '0123456785')
    expect(decrypt(key, 'usr_1', sealed)).toBe('0123456785')
    expect(() => decrypt(Buffer.alloc(32, 8), 'usr_1', sealed)).toThrow()
    expect(() => decrypt(key, 'usr_2', sealed)).toThrow()
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
    expect(() => decrypt(key, 'usr_1', sealed)).toThrow()
  })

  it('differs each time', () => {
    expect(encrypt(key, 'usr_1', '1').equals(encrypt(key, 'usr_1', '1'))).toBe(false)
  })
})
