import { decrypt, encrypt } from '../../platform/crypto/encryption.ts'
import { uploadDocument } from '@fettle/protocol/accounts/documents'
import {
  getProfile,
  deleteLogo,
  saveBusinessInfo,
  saveContactInfo,
  saveLetterhead,
  saveLogo,
  saveOnboardingStep,
  savePersonalAndContactInfo,
  savePersonalInfo,
  saveProfessionalInfo,
  saveUsualTax,
  saveProfilePicture,
} from '@fettle/protocol/accounts/profile'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asFile, pdf } from '../../../testing/fixtures/files.ts'
import { createSignedInAccount, statusesOf } from '../../../testing/fixtures/accounts.ts'
import { createProvider, onboardingAnswers, type TestProvider } from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
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
      message: 'Your years of experience do not fit your age.',
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

describe('the letterhead of offers and invoices', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await createProvider(testApp)
  })
  const upload = (bytes: Buffer, name = 'logo.png') =>
    testApp.send(saveLogo, { file: new File([Uint8Array.from(bytes)], name) }, provider)
  const logo = () =>
    sharp({ create: { width: 1200, height: 300, channels: 4, background: { r: 0, g: 90, b: 160, alpha: 0.5 } } })
      .png()
      .withExif({ IFD3: { GPSLatitude: '6/1 30/1 0/1' } })
      .toBuffer()

  it('is plain at first, and takes a colour of the palette', async () => {
    expect((await testApp.call(getProfile, {}, provider)).letterhead).toEqual({ logo: null, colour: 'ORANGE' })
    const { letterhead } = await testApp.call(saveLetterhead, { body: { colour: 'TEAL' } }, provider)
    expect(letterhead.colour).toBe('TEAL')
    const body = { colour: '#ffff00' as 'TEAL' }
    expect((await testApp.refusal(saveLetterhead, { body }, provider)).code).toBe('VALIDATION_FAILED')
  })

  it('keeps a logo within its box, transparent and without metadata, in place of the previous one', async () => {
    await upload(await logo())
    const { body } = await upload(await logo())
    const address = body.success ? String(body.data.letterhead.logo) : ''
    expect(address).toMatch(/^\/files\/logo\//)
    const stored = sharp(Buffer.from(await (await fetch(testApp.url + address)).arrayBuffer()))
    const { width, height, format, hasAlpha, exif } = await stored.metadata()
    expect({ width, height, format, hasAlpha, exif }).toEqual({
      width: 640,
      height: 160,
      format: 'png',
      hasAlpha: true,
      exif: undefined,
    })
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) from files where owner_id = ${provider.id} and purpose = 'LOGO'`,
    )
    expect(count).toBe(1)
    const { letterhead } = await testApp.call(deleteLogo, {}, provider)
    expect(letterhead.logo).toBeNull()
    expect((await fetch(testApp.url + address)).status).toBe(404)
  })

  it('refuses a logo of another content type, too small, too large, or none', async () => {
    expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body).toMatchObject({
      code: 'FILE_TYPE_NOT_ALLOWED',
    })
    const tiny = await sharp({ create: { width: 200, height: 31, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    expect((await upload(tiny)).body).toMatchObject({ issues: [{ field: 'file', code: 'TOO_SMALL' }] })
    expect((await upload(Buffer.alloc(5 * 1024 * 1024 + 1, 1))).body).toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect((await upload((await logo()).subarray(0, 300))).body).toMatchObject({ code: 'FILE_UNREADABLE' })
    expect((await testApp.send(saveLogo, {}, provider)).body).toMatchObject({
      issues: [{ field: 'file', code: 'REQUIRED' }],
    })
  })
})

describe('a profile picture', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await createProvider(testApp)
  })
  const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' | 'gif' = 'jpeg') =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .toFormat(format)
      .withExif({ IFD3: { GPSLatitude: '6/1 30/1 0/1' } })
      .toBuffer()
  const upload = (bytes: Buffer, name = 'me.jpg') =>
    testApp.send(saveProfilePicture, { file: new File([Uint8Array.from(bytes)], name) }, provider)

  it.each(['jpeg', 'png', 'webp'] as const)('in %s is cut square and kept without its metadata', async (format) => {
    const { body } = await upload(await picture(800, 600, format))
    const avatar = body.success ? String(body.data.avatar) : ''
    expect(avatar).toMatch(/^\/files\/avatar\//)
    const response = await fetch(testApp.url + avatar)
    const stored = sharp(Buffer.from(await response.arrayBuffer()))
    const { width, height, format: kept, exif } = await stored.metadata()
    expect({ width, height, kept, exif }).toEqual({ width: 512, height: 512, kept: 'webp', exif: undefined })
  })

  it('replaces the previous one', async () => {
    await upload(await picture(200, 200))
    await upload(await picture(300, 300))
    const { count } = await testApp.db.one<{ count: number }>(
      sql`select count(*) from files where owner_id = ${provider.id}`,
    )
    expect(count).toBe(1)
  })

  it('is refused for another content type, whatever its name', async () => {
    for (const bytes of [
      Buffer.from('<html><script>alert(1)</script>'),
      await picture(200, 200, 'gif'),
      Buffer.from('%PDF-1.7'),
    ]) {
      const { body } = await upload(bytes)
      expect(body).toMatchObject({
        status: 415,
        code: 'FILE_TYPE_NOT_ALLOWED',
        message: 'Use one of these types: JPEG, PNG, WebP.',
      })
    }
  })

  it('is refused when it is too small, too large or broken', async () => {
    const small = await upload(await picture(127, 400))
    expect(small.body).toMatchObject({ status: 422, issues: [{ field: 'file', code: 'TOO_SMALL' }] })
    const wide = await upload(await picture(8001, 200))
    expect(wide.body).toMatchObject({ status: 422, issues: [{ field: 'file', code: 'TOO_BIG' }] })
    const whole = await picture(400, 400)
    const cut = await upload(whole.subarray(0, whole.length / 2))
    expect(cut.body).toMatchObject({
      status: 422,
      code: 'FILE_UNREADABLE',
      message: "We couldn't read this file. Try another photo or export it again.",
    })
    const tooLarge = await upload(Buffer.alloc(5 * 1024 * 1024 + 1, 1))
    expect(tooLarge.body).toMatchObject({
      status: 413,
      code: 'FILE_TOO_LARGE',
      message: 'The file is larger than 5 MB.',
    })
  })

  it('is refused without a file, and as JSON', async () => {
    const none = await testApp.send(saveProfilePicture, {}, provider)
    expect(none.body).toMatchObject({
      status: 422,
      issues: [{ field: 'file', code: 'REQUIRED', message: 'Choose a file.' }],
    })
    const response = await fetch(`${testApp.url}/v2/profile/profile-picture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(400)
  })
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
