import { createMessages } from '@fettle/i18n/catalogue'
import { issueText, LocalizedText, operation, type Failure } from '@fettle/protocol'
import { errorMessages } from '@fettle/protocol/core/errors.messages'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { systemClock } from '../clock.ts'
import { AppError, fieldError } from '../errors.ts'
import { createIds } from '../ids.ts'
import { instantParam } from '../locale/message-params.ts'
import { loadText, localized, storeText } from '../locale/messages.ts'
import { createLog } from '../observability/log.ts'
import { containsText, localizeEnvelope } from './localize-response.ts'
import { createRouter, Reply } from './router.ts'
import { createHttp, toFailure } from './server.ts'

const inLocale = (locale: 'en' | 'fr' | 'ar', error: AppError) =>
  localizeEnvelope(locale, toFailure(error, 'req_1'), false) as Failure

describe('an error', () => {
  it('has the same code and details in every language', () => {
    const error = new AppError('OTP_INVALID', { tries: 3 })
    expect(inLocale('en', error)).toMatchObject({
      code: 'OTP_INVALID',
      details: { tries: 3 },
      message: 'That code is not correct. 3 tries left.',
    })
    expect(inLocale('fr', error)).toEqual({
      ...inLocale('en', error),
      message: 'Ce code n’est pas le bon. Il vous reste 3 essais.',
    })
    expect(inLocale('ar', error).message).toBe('هذا الرمز غير صحيح. بقيت لك 3 محاولات.')
  })

  it('names what it is about and its state in the right gender', () => {
    const gone = new AppError('NOT_FOUND', { thing: 'extra-work request' })
    expect(inLocale('en', gone).message).toBe("We couldn't find that extra-work request.")
    expect(inLocale('fr', gone).message).toBe('Introuvable\u00a0: cette demande de travaux supplémentaires.')
    const refused = (thing: string) =>
      new AppError('INVALID_TRANSITION', { thing, from: 'CONFIRMED', verb: 'accepted' })
    expect(inLocale('en', refused('booking')).message).toBe('This is not possible while the booking is confirmed.')
    expect(inLocale('fr', refused('booking')).message).toBe(
      'Ce n’est pas possible\u00a0: cette réservation est à l’état «\u00a0confirmée\u00a0».',
    )
    expect(inLocale('fr', refused('payment')).message).toContain('ce paiement est à l’état «\u00a0confirmé\u00a0»')
    expect(inLocale('ar', refused('booking')).message).toBe('لا يمكن ذلك: حالة هذا الحجز هي «مؤكد».')
  })

  it('has times and amounts in the form of the language, and in its details as before', () => {
    const params = {
      reference: 'BK-1007',
      from: instantParam(new Date('2026-11-25T07:00:00Z'), 'Africa/Lagos'),
      to: instantParam(new Date('2026-11-25T09:00:00Z'), 'Africa/Lagos', 'time'),
    }
    const overlap = new AppError('SLOT_CONFLICT', { from: 'Wed 25 Nov 08:00', to: '10:00' }, { params })
    expect(inLocale('en', overlap).message).toBe('This overlaps BK-1007 (Wed 25 Nov, 08:00–10:00).')
    expect(inLocale('fr', overlap).message).toBe('Cela chevauche BK-1007 (mer. 25 nov., 08:00–10:00).')
    expect(inLocale('fr', overlap).details).toEqual({ from: 'Wed 25 Nov 08:00', to: '10:00' })
    const small = new AppError('PAYOUT_TOO_SMALL', {}, { params: { amount: { amount: 150_050, currency: 'NGN' } } })
    expect(inLocale('fr', small).message).toBe('Le versement minimal est de 1\u202f500,50\u00a0₦.')
    expect(inLocale('fr', new AppError('PRICE_BOOK_DUPLICATE', { name: 'March tap, 3.5 m' })).message).toContain(
      'March tap, 3.5 m',
    )
  })

  it('translates warnings in its details', () => {
    const message = localized({ code: 'DAILY_MAX', params: { count: 3 } })
    const error = new AppError(
      'ACKNOWLEDGE_REQUIRED',
      { warnings: [{ code: 'DAILY_MAX', message }] },
      { params: { list: '' } },
    )
    expect(inLocale('fr', error).details).toEqual({
      warnings: [{ code: 'DAILY_MAX', message: 'Vous avez déjà 3 réservations ce jour-là.' }],
    })
  })
})

describe('a field issue', () => {
  const issueMessages = (locale: 'en' | 'fr' | 'ar', error: AppError) =>
    inLocale(locale, error).issues?.map(({ message }) => message)

  it('has its message and limits in the language', () => {
    const error = fieldError(['note'], 'TOO_LONG', issueText('MAX_CHARACTERS', { max: 2000 }), { maximum: 2000 })
    expect(inLocale('fr', error).issues).toEqual([
      {
        path: ['note'],
        field: 'note',
        code: 'TOO_LONG',
        maximum: 2000,
        message: 'Saisissez 2\u202f000 caractères au plus.',
      },
    ])
    expect(issueMessages('en', error)).toEqual(['Use at most 2,000 characters.'])
    expect(issueMessages('ar', fieldError(['city'], 'REQUIRED', issueText('YOUR_CITY_REQUIRED')))).toEqual([
      'أدخل مدينتك.',
    ])
  })

  it('stays as it is where its text was stored before it was a code', () => {
    expect(issueMessages('fr', fieldError(['city'], 'REQUIRED', 'Enter your city.'))).toEqual(['Enter your city.'])
  })
})

describe('a translation', () => {
  it('outlives a change of the English text', () => {
    const changed = createMessages('server', { ...errorMessages, OTP_EXPIRED: 'Your code has expired.' })
    expect(changed('en', { code: 'OTP_EXPIRED' })).toBe('Your code has expired.')
    expect(changed('fr', { code: 'OTP_EXPIRED' })).toBe('Ce code a expiré. Demandez-en un nouveau.')
  })
})

describe('a text in data', () => {
  const Data = z.object({ fix: LocalizedText, lines: z.array(z.nullable(z.object({ code: z.string() }))) })

  it('is found by its schema', () => {
    expect(containsText(Data)).toBe(true)
    expect(containsText(z.array(z.optional(z.union([z.string(), Data]))))).toBe(true)
    expect(containsText(z.object({ fix: z.string() }))).toBe(false)
  })

  it('is stored as its code, and read in any language', () => {
    const stored = storeText({ code: 'TICKET_RESUMED' })
    const body = {
      success: true,
      status: 200,
      message: 'OK',
      data: { messages: [{ text: loadText(stored) }] },
    } as const
    expect(localizeEnvelope('en', body, true)).toMatchObject({
      data: { messages: [{ text: 'No longer on hold. We are working on it again.' }] },
    })
    expect(localizeEnvelope('fr', body, true)).toMatchObject({
      data: { messages: [{ text: 'La mise en attente est levée\u00a0: nous reprenons le traitement.' }] },
    })
  })

  it('is what people wrote where it is no message', () => {
    expect(loadText('No longer on hold: we go on with it.')).toBe('No longer on hold: we go on with it.')
    const data = { lines: [{ code: 'OK', message: 'Choose a reason.' }, { code: 'no such text' }, null, 3] }
    expect(localizeEnvelope('fr', { success: true, status: 200, message: 'OK', data }, true)).toMatchObject({ data })
  })
})

describe('responses', () => {
  let http: FastifyInstance
  beforeAll(async () => {
    http = await createHttp({ log: createLog({ logLevel: 'silent' }), ids: createIds(systemClock), trustProxy: false })
    const refuse = () => {
      throw new AppError('INVALID_CREDENTIALS')
    }
    http.get('/v2/login', refuse)
    http.get('/v2/marketplace/login', refuse)
    http.get('/v2/other', () => ({ message: 'Login successful' }))
    const done = operation({
      name: 'test.done',
      method: 'GET',
      path: '/v2/done',
      audience: 'public',
      summary: 'Return a text.',
      returns: z.object({ fix: LocalizedText }),
      errors: [],
    })
    const router = createRouter(http, [], { audiences: ['public'], authenticate: async () => undefined })
    router.serve(
      done,
      async () => new Reply({ fix: localized({ code: 'PAYOUT_FIX_OTHER' }) }, { message: { code: 'CODE_SENT' } }),
    )
  })
  afterAll(() => http.close())
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { headers: sent, body } = await http.inject({ url, headers })
    const { message, data } = JSON.parse(body) as { message: string; data?: { fix: string } }
    return { message, data, language: sent['content-language'], vary: sent['vary'] }
  }

  it('use the chosen, else the preferred, else the default language, and declare it', async () => {
    const common = { data: undefined, vary: 'Origin, accept-language, cookie' }
    const english = { message: 'Incorrect email, phone or password.', language: 'en', ...common }
    const inFrench = { message: 'Adresse e-mail, téléphone ou mot de passe incorrect.', language: 'fr', ...common }
    expect(await get('/v2/login')).toEqual(english)
    expect(await get('/v2/login', { 'accept-language': 'de, *;q=0.1' })).toEqual(english)
    expect(await get('/v2/login', { 'accept-language': 'fr-CA, en;q=0.5' })).toEqual(inFrench)
    expect(await get('/v2/login', { 'accept-language': 'ar', cookie: 'a=b; locale=fr' })).toEqual(inFrench)
  })

  it('translate the message of a success and the texts in its data', async () => {
    expect(await get('/v2/done')).toMatchObject({ message: 'Code sent' })
    expect(await get('/v2/done', { 'accept-language': 'ar' })).toMatchObject({ message: 'أُرسل الرمز' })
    expect(await get('/v2/done', { 'accept-language': 'fr' })).toMatchObject({
      message: 'Code envoyé',
      data: { fix: 'Vérifiez vos coordonnées bancaires, puis redemandez le versement.' },
    })
  })

  it('of the marketplace stay English, and those without an envelope as they are', async () => {
    const asks = { 'accept-language': 'fr' }
    expect(await get('/v2/marketplace/login', asks)).toEqual({
      message: 'Incorrect email, phone or password.',
      data: undefined,
      language: undefined,
      vary: 'Origin',
    })
    expect((await get('/v2/other', asks)).message).toBe('Login successful')
  })
})
