import { login, logout, register, requestContactChange, sendOtp, stepUp } from '@fettle/protocol/accounts/auth'
import { getNotificationSession, subscribeToPush } from '@fettle/protocol/notifications/notifications'
import { saveLanguage } from '@fettle/protocol/accounts/profile'
import { deleteCustomer } from '@fettle/protocol/marketplace/customers'
import { createReview } from '@fettle/protocol/marketplace/reviews'
import { rateCustomerOfBooking } from '@fettle/protocol/reviews'
import { Novu } from '@novu/js'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registrationForm, PASSWORD } from '../../../testing/fixtures/accounts.ts'
import { advanceBookingTo } from '../../../testing/fixtures/booking-scenario.ts'
import {
  createCustomer,
  createProvider,
  marketplace,
  requestBooking,
  type TestProvider,
} from '../../../testing/fixtures/providers.ts'
import { startFakePushService } from '../../../testing/fakes/push-service.ts'
import { setUp } from '../../../testing/app/set-up.ts'
import { setUpTestApp } from '../../../testing/app/test-app.ts'
import type { SentMessage } from '../../platform/mail/outgoing-messages.types.ts'
import { notify } from './index.ts'

const testApp = setUpTestApp()
const vendor = setUp(startFakePushService)
let customer: Awaited<ReturnType<typeof createCustomer>>
let me: TestProvider
beforeAll(async () => {
  customer = await createCustomer(testApp, { name: 'Ngozi Okafor' })
})
beforeEach(async () => {
  me = await createProvider(testApp)
})

/** Messages sent to an address, newest first. */
async function outboxOf(to: string): Promise<SentMessage[]> {
  const response = await fetch(`${testApp.url}/dev/outbox.json?to=${encodeURIComponent(to)}`)
  return (await response.json()) as SentMessage[]
}
const newest = async (to: string, channel: SentMessage['channel'] = 'EMAIL') =>
  (await outboxOf(to)).find((message) => message.channel === channel)

const setLanguage = (locale: 'en' | 'fr' | 'ar') => testApp.call(saveLanguage, { body: { locale } }, me)
const requestJob = async () => {
  const booking = await requestBooking(testApp, { provider: me, customer })
  await testApp.deps.jobs.runDue()
  return booking
}
const inbox = async (page: { limit?: number; offset?: number } = {}) => {
  const { subscriberId, applicationIdentifier, subscriberHash } = await testApp.call(getNotificationSession, {}, me)
  const novu = new Novu({
    applicationIdentifier,
    subscriber: subscriberId,
    ...(subscriberHash ? { subscriberHash } : {}),
    apiUrl: `${testApp.url}/inbox`,
    socketUrl: testApp.url,
  })
  const { data } = await novu.notifications.list(page)
  return data?.notifications ?? []
}

describe('a provider who reads French', () => {
  beforeEach(async () => {
    await setLanguage('fr')
  })

  it('is notified in French: inbox, mail and push', async () => {
    await testApp.call(subscribeToPush, { body: vendor.browser().subscription }, me)
    await requestJob()
    const subject = 'Nouvelle demande de réservation de Ngozi Okafor'
    expect((await inbox())[0]).toMatchObject({
      subject,
      primaryAction: { label: 'Examiner' },
      secondaryAction: { label: 'Refuser' },
    })
    const mail = await newest(me.email)
    expect(mail).toMatchObject({ subject })
    expect(mail?.html).toMatch(/<html lang="fr" dir="ltr"/)
    for (const words of ['Bonjour', 'Voir dans Fettle', 'Ne plus recevoir d’e-mails sur les réservations'])
      for (const part of [mail?.text, mail?.html]) expect(part).toContain(words)
    expect(await newest(me.email, 'PUSH')).toMatchObject({ subject })
  })

  it('gets amounts and dates in French format', async () => {
    await testApp.db.transaction((tx) =>
      notify(testApp.deps, tx, {
        workflow: 'payout-paid',
        providerId: me.id,
        params: { amount: { amount: 1_500_050, currency: 'NGN' }, bankName: 'First Bank', lastDigits: '6789' },
        data: { type: 'payout', id: 'pyo_1' },
      }),
    )
    await testApp.deps.jobs.runDue()
    expect(await newest(me.email)).toMatchObject({ subject: 'Versement effectué\u00A0: 15\u202F000,50\u00A0₦' })
  })

  it('reads of a review by a former customer when its author was deleted before it was published', async () => {
    const author = await createCustomer(testApp)
    const { id: bookingId } = await requestBooking(testApp, { provider: me, customer: author })
    await advanceBookingTo(testApp, me, bookingId, 'COMPLETED')
    await testApp.call(createReview, { body: { bookingId, rating: 4 } }, marketplace)
    await testApp.call(deleteCustomer, { params: { id: author.id } }, marketplace)
    await testApp.call(rateCustomerOfBooking, { params: { id: bookingId }, body: { rating: 5 } }, me)
    await testApp.deps.jobs.runDue()
    const subjects = (await inbox()).map(({ subject }) => subject)
    expect(subjects).toContain('Ancien client vous a donné 4 étoiles')
  })

  it('no longer reads the name of a deleted customer in earlier notifications', async () => {
    const author = await createCustomer(testApp, { name: 'Amara Eze' })
    const { id: bookingId } = await requestBooking(testApp, { provider: me, customer: author })
    await advanceBookingTo(testApp, me, bookingId, 'COMPLETED')
    await testApp.call(createReview, { body: { bookingId, rating: 4 } }, marketplace)
    await testApp.call(rateCustomerOfBooking, { params: { id: bookingId }, body: { rating: 5 } }, me)
    await requestJob()
    await testApp.call(deleteCustomer, { params: { id: author.id } }, marketplace)
    await testApp.deps.jobs.runDue()
    const subjects = (await inbox()).map(({ subject }) => subject)
    expect(subjects).toContain('Ancien client vous a donné 4 étoiles')
    expect(subjects).toContain('Nouvelle demande de réservation de Ancien client')
    expect(subjects).toContain('Nouvelle demande de réservation de Ngozi Okafor')
    expect(JSON.stringify(await inbox())).not.toContain('Amara')
  })

  it('gets codes by mail and text message in French', async () => {
    await testApp.call(stepUp, { body: { password: PASSWORD } }, me)
    await testApp.call(requestContactChange, { body: { phone: '+2348036661001' } }, me)
    const text = await newest('+2348036661001', 'SMS')
    expect(text?.text).toMatch(/^\d{6} est votre code pour utiliser ce numéro avec Fettle\.\n\n@localhost #\d{6}$/)
    await testApp.call(requestContactChange, { body: { email: 'nouvelle@example.com' } }, me)
    const mail = await newest('nouvelle@example.com')
    expect(mail).toMatchObject({ subject: 'Confirmez votre nouvelle adresse e-mail' })
    expect(mail?.text).toContain('Ce code est valable 10 minutes.')
  })

  it('gets the daily summary and its unsubscribe page in French', async () => {
    const seen = (id: string) =>
      testApp.db.transaction((tx) =>
        notify(testApp.deps, tx, {
          workflow: 'offer-viewed',
          providerId: me.id,
          params: { customerName: 'Ngozi', customerId: customer.id, title: 'Gouttières', reference: 'OF-1' },
          data: { type: 'offer', id },
        }),
      )
    await seen('off_1')
    await seen('off_2')
    await testApp.deps.jobs.runDue()
    await testApp.advance(24 * 3_600_000)
    const mail = await newest(me.email)
    expect(mail).toMatchObject({ subject: '2 nouvelles' })
    const page = await fetch(mail?.unsubscribe?.replace(testApp.deps.config.origin, testApp.url) ?? '')
    const html = await page.text()
    expect(html).toContain('<html lang="fr" dir="ltr">')
    expect(html).toContain('Ne plus recevoir d’e-mails sur les nouvelles mineures')
  })

  it('reads earlier and later notifications in a changed language', async () => {
    await requestJob()
    const [french] = await inbox()
    expect(french?.subject).toBe('Nouvelle demande de réservation de Ngozi Okafor')
    await setLanguage('ar')
    await requestJob()
    const [second, first] = await inbox()
    const inArabic = { subject: 'طلب حجز جديد من \u2068Ngozi Okafor\u2069', primaryAction: { label: 'مراجعة' } }
    expect(first).toMatchObject({ ...inArabic, id: french?.id, createdAt: french?.createdAt })
    expect(second).toMatchObject(inArabic)
    const mail = await newest(me.email)
    expect(mail?.subject).toBe('طلب حجز جديد من \u2068Ngozi Okafor\u2069')
    expect(mail?.html).toMatch(/<html lang="ar" dir="rtl"/)
    expect(mail?.text).toContain('مرحبًا')
  })

  it('stays French on a device with other languages', async () => {
    const credentials = { emailOrPhone: me.email, password: PASSWORD, role: 'PROVIDER' as const }
    await testApp.call(logout, {}, me)
    await testApp.call(
      login,
      { body: credentials },
      { headers: { 'accept-language': 'de', 'user-agent': 'Firefox/140 Android' } },
    )
    expect(await newest(me.email)).toMatchObject({ subject: 'Nouvelle connexion à votre compte Fettle' })
  })

  it('reads the inbox in the language of a new device', async () => {
    await requestJob()
    const credentials = { emailOrPhone: me.email, password: PASSWORD, role: 'PROVIDER' as const }
    await testApp.call(login, { body: credentials }, { headers: { cookie: 'locale=en' } })
    await testApp.deps.jobs.runDue()
    const subjects = (await inbox()).map(({ subject }) => subject)
    expect(subjects).toContain('New booking request from Ngozi Okafor')
  })

  it('reads all of many notifications in a changed language', async () => {
    await testApp.db.transaction(async (tx) => {
      for (let visit = 0; visit < 51; visit += 1)
        await notify(testApp.deps, tx, {
          workflow: 'offer-viewed',
          providerId: me.id,
          params: { customerName: 'Ngozi', customerId: customer.id, title: 'Gouttières', reference: 'OF-1' },
          data: { type: 'offer', id: `off_${visit}` },
        })
    })
    await testApp.deps.jobs.runDue()
    await setLanguage('en')
    await testApp.deps.jobs.runDue()
    const all = await inbox({ limit: 100 })
    expect(all).toHaveLength(51)
    for (const { subject } of all) expect(subject).toBe('Ngozi viewed your offer')
  })

  it('is greeted in the language of a new device', async () => {
    const credentials = { emailOrPhone: me.email, password: PASSWORD, role: 'PROVIDER' as const }
    const headers = { cookie: 'locale=ar', 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Firefox/140.0' }
    await testApp.call(login, { body: credentials }, { headers })
    const mail = await newest(me.email)
    expect(mail?.subject).toBe('تسجيل دخول جديد إلى حسابك في Fettle')
    expect(mail?.text).toContain('\u2068Firefox\u2069 على \u2068Android\u2069')
  })
})

describe('a visitor', () => {
  it("gets the registration code in the page's language", async () => {
    const form = registrationForm()
    await testApp.call(register, { body: form }, { headers: { 'accept-language': 'fr-CA, en;q=0.5' } })
    expect(await newest(String(form.email))).toMatchObject({ subject: 'Votre code de vérification Fettle' })
  })

  it("gets the reset code in the page's language, else in the account's", async () => {
    await setLanguage('fr')
    const body = { email: me.email, type: 'PASSWORD_RESET', role: 'PROVIDER' } as const
    await testApp.call(sendOtp, { body: body }, { headers: { cookie: 'locale=ar', 'accept-language': 'en' } })
    expect((await newest(me.email))?.subject).toBe('رمز إعادة تعيين كلمة مرورك في Fettle')
    testApp.clock.advance(60_000)
    await testApp.call(sendOtp, { body: body })
    expect((await newest(me.email))?.subject).toBe('Votre code pour réinitialiser votre mot de passe Fettle')
  })
})
