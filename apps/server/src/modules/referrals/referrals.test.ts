import { login, register, verify } from '@fettle/protocol/accounts/auth'
import {
  checkReferralCode,
  getReferrals,
  normalizeReferralCode,
  referralFlow,
  remindInvite,
  sendInvites,
} from '@fettle/protocol/accounts/referrals'
import { unreachableStates } from '@fettle/protocol'
import { getEarnings, listEarnings } from '@fettle/protocol/earnings/earnings'
import { saveBusinessInfo, saveContactInfo } from '@fettle/protocol/accounts/profile'
import { DAY_MS } from '@fettle/protocol/core/durations'
import { confirmMarketplaceBooking } from '@fettle/protocol/marketplace/bookings'
import { describe, expect, it } from 'vitest'
import {
  registrationForm,
  latestVerificationCode,
  PASSWORD,
  createSignedInAccount,
  statusesOf,
  createVerifiedAccount,
} from '../../../testing/fixtures/accounts.ts'
import { advanceBookingTo } from '../../../testing/fixtures/booking-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  onboardingAnswers,
  requestBooking,
} from '../../../testing/fixtures/providers.ts'
import { type Caller, setUpTestApp, startTestApp } from '../../../testing/app/test-app.ts'
import { sql } from '../../platform/db/db.ts'
import { appendEvents } from '../../platform/db/domain-events.ts'
import { processOpenReferrals } from './referrals.service.ts'

const role = 'PROVIDER'

const testApp = setUpTestApp()

let friends = 0
const aFriend = () => `friend${(friends += 1)}@example.com`
const signIn = async (): Promise<Caller & { token: string }> => ({
  token: (await createSignedInAccount(testApp)).token,
})
const invite = (me: Caller, ...destinations: string[]) => testApp.send(sendInvites, { body: { destinations } }, me)
const invitesOf = async (me: Caller) => (await testApp.call(getReferrals, {}, me)).invites

/** Records a completed job, as bookings do. */
const finishAJob = (provider: { id: string }) =>
  testApp.db.transaction((tx) => {
    const actor = { type: 'PROVIDER', id: provider.id, name: 'Ngozi Eze' } as const
    const subject = { type: 'booking', id: `bkg_${provider.id}` }
    const common = { actor, providerId: provider.id }
    return appendEvents(testApp.deps, tx, [
      { ...common, subject: { ...subject, status: 'AWAITING_CONFIRMATION' }, type: 'booking.completed' },
      { ...common, subject: { ...subject, status: 'COMPLETED' }, type: 'booking.confirmed_by_customer' },
    ])
  })

describe('referrals', () => {
  it('have a stable code and link', async () => {
    const me = await signIn()
    const first = await testApp.call(getReferrals, {}, me)
    expect(first.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(first.link).toBe(`http://localhost:4310/register?ref=${first.code}`)
    expect(first).toMatchObject({
      reward: { amount: 500_000, currency: 'NGN' },
      rewards: { pending: { amount: 0 }, earned: { amount: 0 } },
      invites: [],
    })
    expect(await testApp.call(getReferrals, {}, me)).toEqual(first)
  })

  it('are sent by mail and text, with masked destinations', async () => {
    const me = await signIn()
    const email = aFriend()
    const { status, body } = await invite(me, ` ${email.toUpperCase()} `, '0803 555 0001')
    expect([status, body.message]).toEqual([201, '2 invitations sent'])
    const { code } = await testApp.call(getReferrals, {}, me)
    const [mail] = await testApp.deps.outbox.list(email)
    expect(mail).toMatchObject({ channel: 'EMAIL', subject: 'Ngozi Eze invites you to Fettle' })
    expect(mail?.text).toContain(`/register?ref=${code}`)
    expect(await testApp.deps.outbox.list('+2348035550001')).toMatchObject([{ channel: 'SMS' }])
    const invites = await invitesOf(me)
    expect(
      invites.map(({ channel, destinationMasked, status, daysLeft }) => [channel, destinationMasked, status, daysLeft]),
    ).toEqual(
      expect.arrayContaining([
        ['EMAIL', 'f…@example.com', 'SENT', 90],
        ['PHONE', '…0001', 'SENT', 90],
      ]),
    )
  })

  it('are refused to oneself, to members, twice, and to nobody', async () => {
    const { token, email, form } = await createSignedInAccount(testApp)
    const me = { token }
    const member = await createVerifiedAccount(testApp)
    expect((await invite(me, email)).body).toMatchObject({
      status: 422,
      code: 'SELF_REFERRAL',
      message: "You can't invite yourself.",
    })
    expect((await invite(me, String(form.phone))).body).toMatchObject({ code: 'SELF_REFERRAL' })
    expect((await invite(me, aFriend(), member.email)).body).toMatchObject({
      status: 409,
      code: 'ALREADY_MEMBER',
      message: 'This person already has an account.',
      issues: [{ path: ['destinations', 1] }],
    })
    expect((await invite(me, String(member.phone))).body).toMatchObject({ code: 'ALREADY_MEMBER' })
    const friend = aFriend()
    expect((await invite(me, friend, friend)).body).toMatchObject({
      issues: [{ path: ['destinations', 1], code: 'DUPLICATE' }],
    })
    expect((await invite(me, 'somebody')).body).toMatchObject({ issues: [{ code: 'INVALID_FORMAT' }] })
    expect((await invite(me)).body).toMatchObject({ issues: [{ message: 'Add at least one person.' }] })
    expect((await invite(me, ...Array.from({ length: 11 }, aFriend))).body).toMatchObject({ status: 422 })
    // All or nothing: none of these was invited.
    expect(await invitesOf(me)).toEqual([])
    await invite(me, friend)
    expect((await invite(me, friend)).body).toMatchObject({
      issues: [{ message: 'You have already invited this person.' }],
    })
  })

  it('tell of thirty people a day whether they have an account', async () => {
    const { token, email } = await createSignedInAccount(testApp)
    const me = { token }
    const member = await createVerifiedAccount(testApp)
    const codeOf = async (...destinations: string[]) => (await invite(me, ...destinations)).body
    for (let tries = 0; tries < 15; tries += 1) expect(await codeOf(aFriend(), email)).toMatchObject({ status: 422 })
    expect(await codeOf(member.email, email)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    testApp.clock.advance(DAY_MS)
    expect(await codeOf(member.email, email)).toMatchObject({ code: 'ALREADY_MEMBER' })
    for (let calls = 0; calls < 2; calls += 1) await invite(me, ...Array.from({ length: 5 }, aFriend))
    expect(await codeOf(member.email)).toMatchObject({ code: 'INVITE_LIMIT' })
  })

  it('are limited to ten a day and fifty open ones, also concurrently', async () => {
    const me = await signIn()
    const replies = await Promise.all(Array.from({ length: 4 }, () => invite(me, aFriend(), aFriend(), aFriend())))
    expect(statusesOf(replies)).toEqual([201, 201, 201, 429])
    expect(replies.find(({ status }) => status === 429)?.body).toMatchObject({
      code: 'INVITE_LIMIT',
      message: 'You can invite 10 people a day. Try again tomorrow.',
    })
    await invite(me, aFriend())
    for (let day = 0; day < 4; day += 1) {
      testApp.clock.advance(DAY_MS)
      expect((await invite(me, ...Array.from({ length: 10 }, aFriend))).status).toBe(201)
    }
    testApp.clock.advance(DAY_MS)
    expect((await invite(me, aFriend())).body).toMatchObject({ message: 'You can have 50 open invitations at a time.' })
  })

  it('may be repeated after three days, twice', async () => {
    const me = await signIn()
    const email = aFriend()
    await invite(me, email)
    const id = String((await invitesOf(me))[0]?.id)
    const remind = () => testApp.send(remindInvite, { params: { id } }, me)
    expect((await remind()).body).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
    for (let n = 0; n < 2; n += 1) {
      testApp.clock.advance(3 * DAY_MS)
      expect((await remind()).body).toMatchObject({ success: true, message: 'Reminder sent' })
    }
    testApp.clock.advance(3 * DAY_MS)
    expect((await remind()).body).toMatchObject({
      status: 409,
      code: 'REMINDER_LIMIT',
      message: 'You can send 2 reminders at most.',
    })
    expect(await testApp.deps.outbox.list(email)).toHaveLength(3)
    expect((await invitesOf(me))[0]).toMatchObject({ remindAvailableAt: null })
    const stranger = await signIn()
    expect((await testApp.refusal(remindInvite, { params: { id } }, stranger)).status).toBe(404)
  })
})

describe('a referred friend', () => {
  const follow = async (me: Caller, overrides: Parameters<typeof registrationForm>[0]) => {
    const form = registrationForm(overrides)
    const email = String(form.email)
    const { referralAccepted } = await testApp.call(register, { body: form })
    const registered = (await invitesOf(me))[0]?.status
    await testApp.call(verify, {
      body: { email, code: await latestVerificationCode(testApp, email), type: 'VERIFICATION', role },
    })
    return { referralAccepted, registered, verified: (await invitesOf(me))[0]?.status }
  }

  it('who was invited by mail is tracked, with or without the link', async () => {
    const me = await signIn()
    const email = aFriend()
    await invite(me, email)
    expect(await follow(me, { email })).toEqual({
      referralAccepted: null,
      registered: 'REGISTERED',
      verified: 'VERIFIED',
    })
    expect(await testApp.call(getReferrals, {}, me)).toMatchObject({ rewards: { pending: { amount: 500_000 } } })
    expect(await invitesOf(me)).toHaveLength(1)
  })

  it('who uses the link is tracked, however the code is typed', async () => {
    const me = await signIn()
    const { code } = await testApp.call(getReferrals, {}, me)
    const referralCode = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    expect(await follow(me, { referralCode })).toEqual({
      referralAccepted: true,
      registered: 'REGISTERED',
      verified: 'VERIFIED',
    })
    expect((await invitesOf(me))[0]).toMatchObject({ channel: 'LINK', destinationMasked: null })
  })

  it('can register with an unknown code', async () => {
    const { referralAccepted } = await testApp.call(register, { body: registrationForm({ referralCode: 'NOBODY00' }) })
    expect(referralAccepted).toBe(false)
  })

  it('who registers twice is counted once', async () => {
    const me = await signIn()
    const { code } = await testApp.call(getReferrals, {}, me)
    const form = registrationForm({ referralCode: code })
    await testApp.call(register, { body: form })
    expect(await follow(me, form)).toMatchObject({ verified: 'VERIFIED' })
    await testApp.advance(3_600_000)
    expect(await invitesOf(me)).toHaveLength(1)
  })

  it('qualifies with the first completed job, if they are another person', async () => {
    const inviter = await createProvider(testApp)
    const { code } = await testApp.call(getReferrals, {}, inviter)
    const [friend, secondFriend] = [
      await createProvider(testApp, { referralCode: code }),
      await createProvider(testApp, { referralCode: code }),
    ]
    const body = { accountName: 'Ada Obi', bankName: 'First Bank', accountNumber: '0000014579' }
    await testApp.call(saveBusinessInfo, { body }, friend)
    await finishAJob(friend)
    await finishAJob(secondFriend)
    await testApp.advance(3_600_000)
    const invites = await invitesOf(inviter)
    // Newest first.
    expect(invites.map(({ status, rejection }) => [status, rejection])).toEqual([
      ['REJECTED', 'SAME_BANK_ACCOUNT'],
      ['REWARDED', null],
    ])
    const notifications = await testApp.db.query(sql`
      select workflow, params from notifications where provider_id = ${inviter.id} and subject_type = 'referral'`)
    expect(notifications).toEqual([
      { workflow: 'referral-rewarded', params: { amount: { amount: 500_000, currency: 'NGN' } } },
    ])
  })

  it('qualifies once the customer has confirmed the job, not when it is handed over', async () => {
    const inviter = await createProvider(testApp)
    const { code } = await testApp.call(getReferrals, {}, inviter)
    const friend = await createProvider(testApp, { referralCode: code })
    const body = { accountName: 'Ada Obi', bankName: 'First Bank', accountNumber: '0000014579' }
    await testApp.call(saveBusinessInfo, { body }, friend)
    const { id } = await requestBooking(testApp, { provider: friend, customer: await createCustomer(testApp) })
    await advanceBookingTo(testApp, friend, id, 'AWAITING_CONFIRMATION')
    await testApp.advance(3_600_000)
    expect(await invitesOf(inviter)).toMatchObject([{ status: 'VERIFIED' }])
    await testApp.call(confirmMarketplaceBooking, { params: { id }, body: {} }, marketplace)
    await testApp.advance(3_600_000)
    expect(await invitesOf(inviter)).toMatchObject([{ status: 'REWARDED' }])
  })

  it('who qualifies earns one bonus, also concurrently', async () => {
    const inviter = await createProvider(testApp)
    const { code } = await testApp.call(getReferrals, {}, inviter)
    for (let n = 0; n < 2; n += 1) {
      const friend = await createProvider(testApp, { referralCode: code })
      const body = { accountName: 'Ada Obi', bankName: 'First Bank', accountNumber: '0000014579' }
      await testApp.call(saveBusinessInfo, { body }, friend)
      await finishAJob(friend)
    }
    await Promise.all(Array.from({ length: 8 }, () => processOpenReferrals(testApp.deps)))
    await processOpenReferrals(testApp.deps)
    const bonus = { amount: { amount: 500_000, currency: 'NGN' }, type: 'REFERRAL_BONUS', custody: 'PLATFORM' }
    const entries = await testApp.call(listEarnings, { query: {} }, inviter)
    expect(entries).toMatchObject([
      { ...bonus, status: 'PENDING', source: { type: 'referral', label: 'Invite link' } },
      bonus,
    ])
    const french = { ...inviter, headers: { 'accept-language': 'fr' } }
    const inFrench = await testApp.call(listEarnings, { query: {} }, french)
    expect(inFrench).toMatchObject([{ source: { label: 'Lien d’invitation' } }, {}])
    const month = testApp.clock.now().toISOString().slice(0, 7)
    const statement = await fetch(`${testApp.url}/v2/earnings/statement?month=${month}&format=csv`, {
      headers: { authorization: `Bearer ${inviter.token}` },
    })
    expect(await statement.text()).toContain(',Invite link,')
    expect(await testApp.call(getReferrals, {}, inviter)).toMatchObject({
      rewards: { pending: { amount: 0 }, earned: { amount: 1_000_000 } },
      invites: [{ status: 'REWARDED' }, { status: 'REWARDED' }],
    })
    expect(await testApp.call(getEarnings, { query: {} }, inviter)).toMatchObject({ pending: { amount: 1_000_000 } })
    // The ledger keeps its currency, in which further rewards are booked.
    const { address, city } = onboardingAnswers.location
    const moving = { body: { address, city, state: 'Greater Accra', country: 'GH' } }
    await testApp.call(saveContactInfo, moving, inviter)
    expect(await testApp.call(getReferrals, {}, inviter)).toMatchObject({
      reward: { amount: 500_000, currency: 'NGN' },
      rewards: { earned: { amount: 1_000_000, currency: 'NGN' } },
    })
    // It clears like earnings.
    testApp.clock.advance(3 * DAY_MS)
    expect(await testApp.call(getEarnings, { query: {} }, inviter)).toMatchObject({
      pending: { amount: 0 },
      available: { amount: 1_000_000 },
    })
  })

  it('has ninety days to qualify', async () => {
    const { token, email } = await createSignedInAccount(testApp)
    await invite({ token }, aFriend())
    const { code } = await testApp.call(getReferrals, {}, { token })
    await createVerifiedAccount(testApp, { referralCode: code })
    await testApp.advance(91 * DAY_MS)
    const secondLogin = await testApp.call(login, { body: { emailOrPhone: email, password: PASSWORD, role } })
    expect((await invitesOf(secondLogin)).map(({ status, daysLeft }) => [status, daysLeft])).toEqual([
      ['EXPIRED', null],
      ['EXPIRED', null],
    ])
  })
})

describe('a referral code', () => {
  it('shows its owner in the registration form', async () => {
    const me = await signIn()
    const { code } = await testApp.call(getReferrals, {}, me)
    expect(await testApp.call(checkReferralCode, { params: { code: code.toLowerCase() } })).toEqual({
      isKnown: true,
      invitedBy: 'Ngozi',
    })
    expect(await testApp.call(checkReferralCode, { params: { code: 'NOBODY00' } })).toEqual({
      isKnown: false,
      invitedBy: null,
    })
  })

  it('cannot be guessed', async () => {
    const guarded = await startTestApp({ sharesDatabaseWith: testApp, config: { demo: false } })
    const replies = []
    for (let n = 0; n < 61; n += 1)
      replies.push(await guarded.send(checkReferralCode, { params: { code: `GUESS0${n}` } }))
    expect(statusesOf(replies).slice(-2)).toEqual([200, 429])
    await guarded.close()
  })

  it('is normalized', () => {
    expect(normalizeReferralCode('ol1o-i2ab')).toBe('011012AB')
    expect(normalizeReferralCode('UUUUUUUU')).toBeUndefined()
    expect(normalizeReferralCode('short')).toBeUndefined()
  })
})

it('every state of a referral can be reached', () => {
  expect(unreachableStates(referralFlow)).toEqual([])
})
