import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import type { Failure, Success } from '@fettle/protocol'
import type { FastifyInstance } from 'fastify'
import { systemClock } from '../clock.ts'
import { AppError, fieldError } from '../errors.ts'
import { createIds } from '../ids.ts'
import { createLog } from '../observability/log.ts'
import { localizeEnvelope } from './localize-response.ts'
import { createHttp, toFailure } from './server.ts'

const failure = (error: AppError) => toFailure(error, 'req_1')
const french = (error: AppError) => localizeEnvelope('fr', failure(error))
const arabic = (error: AppError) => localizeEnvelope('ar', failure(error))
const done = <Data>(message: string, data: Data): Success<Data> => ({ success: true, status: 200, message, data })

describe('a localized error', () => {
  it('is unchanged in English', () => {
    const refusal = failure(new AppError('OTP_INVALID', { tries: 3 }))
    expect(localizeEnvelope('en', refusal)).toBe(refusal)
    expect(refusal.message).toBe('That code is not right. 3 tries left.')
  })

  it('has the same values, code and details', () => {
    const refusal = new AppError('OTP_INVALID', { tries: 3 })
    expect(french(refusal)).toEqual({
      ...failure(refusal),
      message: 'Ce code n’est pas le bon. Essais restants\u00a0: 3.',
    })
    expect(arabic(refusal).message).toBe('هذا الرمز غير صحيح. المحاولات المتبقية: 3.')
  })

  it('translates nouns and statuses', () => {
    const gone = new AppError('NOT_FOUND', { thing: 'extra-work request' })
    expect(french(gone).message).toBe('Introuvable\u00a0: cette demande de travaux supplémentaires.')
    expect(french(new AppError('NOT_FOUND', { thing: 'gadget' })).message).toBe('Introuvable\u00a0: cet élément.')
    const move = (thing: string) => new AppError('INVALID_TRANSITION', { thing, from: 'CONFIRMED', verb: 'accepted' })
    expect(french(move('booking')).message).toBe(
      'Ce n’est plus possible\u00a0: cette réservation est à l’état «\u00a0confirmée\u00a0».',
    )
    expect(french(move('payment')).message).toContain('ce paiement est à l’état «\u00a0confirmé\u00a0»')
    expect(arabic(move('booking')).message).toBe('لم يعد ذلك ممكنًا: حالة هذا الحجز هي «مؤكد».')
  })

  it('is translated from a stored sentence, with or without values', () => {
    const said = (error: AppError) => {
      const body = done('OK', { obstacle: { code: error.code, message: error.message } })
      return localizeEnvelope('fr', body).data.obstacle.message
    }
    expect(said(new AppError('PAYOUT_OPEN'))).toBe(french(new AppError('PAYOUT_OPEN')).message)
    expect(said(new AppError('PAYOUT_OPEN'))).toContain('Un versement est déjà en route.')
    const small = new AppError('PAYOUT_TOO_SMALL', { amount: '₦1,000' })
    expect(said(small)).toBe(french(small).message)
  })

  it('translates holidays, including tentative ones', () => {
    const said = (holiday: string) => {
      const body = done('Found', { warnings: [{ code: 'HOLIDAY', message: `This is a public holiday: ${holiday}.` }] })
      return [localizeEnvelope('fr', body), localizeEnvelope('ar', body)].map(({ data }) => data.warnings[0]?.message)
    }
    expect(said("All Saints' Day")).toEqual([
      'C’est un jour férié\u00a0: Toussaint.',
      'هذا يوم عطلة رسمية: عيد جميع القديسين.',
    ])
    expect(said('Eid al-Fitr (may be a day earlier or later)')).toEqual([
      'C’est un jour férié\u00a0: Aïd al-Fitr (un jour plus tôt ou plus tard selon la lune).',
      'هذا يوم عطلة رسمية: عيد الفطر (قد يكون قبل ذلك بيوم أو بعده).',
    ])
  })

  it('formats dates and amounts, and keeps names', () => {
    const overlap = new AppError('SLOT_CONFLICT', { reference: 'BK-1007', from: 'Wed 25 Nov 08:00', to: '10:00' })
    expect(french(overlap).message).toBe('Cela chevauche BK-1007 (mercredi 25 novembre à 08:00–10:00).')
    expect(arabic(overlap).message).toBe('يتداخل هذا مع BK-1007 (الأربعاء، 25 نوفمبر في 08:00 ص–10:00 ص).')
    const off = new AppError('SLOT_CONFLICT', { reference: 'your time off', from: 'Tue 1 Sept 08:00', to: '10:00' })
    expect(french(off).message).toBe('Cela chevauche vos congés (mardi 1 septembre à 08:00–10:00).')
    const closed = (time: string) => new AppError('DISPUTE_CLOSED', { time })
    expect(french(closed('2026-09-01')).message).toContain('1 septembre 2026')
    expect(arabic(closed('Sun 29 Feb 21:30')).message).toContain('الأحد، 29 فبراير في 09:30 م')
    expect(french(new AppError('PAYOUT_TOO_SMALL', { amount: '₦1,500.50' })).message).toBe(
      'Le versement minimal est de 1\u202f500,50\u00a0₦.',
    )
    expect(french(new AppError('PRICE_BOOK_DUPLICATE', { name: 'March tap, 3.5 m' })).message).toContain(
      'March tap, 3.5 m',
    )
  })

  it('translates system texts of tickets and contracts, and keeps user texts', () => {
    const text = 'No longer on hold: we go on with it.'
    const held = 'On hold until Wed 25 Nov at 08:00: Waiting for the bank.'
    const messages = [
      { author: 'SYSTEM', text },
      { author: 'SYSTEM', text: held },
      { author: 'SUPPORT', text },
    ]
    expect(localizeEnvelope('fr', done('OK', { messages })).data.messages.map((each) => each.text)).toEqual([
      'La mise en attente est levée\u00a0: nous reprenons le traitement.',
      'En attente jusqu’au mercredi 25 novembre à 08:00\u00a0: Waiting for the bank.',
      text,
    ])
    const signatures = [{ voidReason: 'The contract was changed.' }]
    expect(localizeEnvelope('ar', done('OK', { signatures })).data.signatures).toEqual([{ voidReason: 'عُدّل العقد.' }])
  })

  it('translates lists and detailed reasons', () => {
    const warnings = [{ code: 'DAILY_MAX', message: 'You already have 3 bookings on this day.' }]
    const list = new AppError('ACKNOWLEDGE_REQUIRED', { list: warnings[0]?.message, warnings })
    expect(french(list)).toMatchObject({
      message: 'Regardez d’abord ceci, puis confirmez\u00a0: Vous avez déjà 3 réservations ce jour-là.',
      details: { warnings: [{ code: 'DAILY_MAX', message: 'Vous avez déjà 3 réservations ce jour-là.' }] },
    })
    expect(french(new AppError('ACCOUNT_IN_USE', { list: '2 open bookings, 1 open contract' })).message).toBe(
      'Terminez ou annulez d’abord ceci\u00a0: 2 réservations en cours, 1 contrat en cours.',
    )
    const exact = new AppError('BOOKING_TOO_EARLY', { time: 'x' }, { message: 'You can arrive from Mon 2 Mar 07:00.' })
    expect(french(exact).message).toBe('Vous pouvez indiquer votre arrivée à partir de lundi 2 mars à 07:00.')
    const unheardOf = new AppError('FORBIDDEN', {}, { message: 'This key may not be used from 10.0.0.1.' })
    expect(french(unheardOf).message).toBe('This key may not be used from 10.0.0.1.')
  })

  it('translates field issues, by code where there is no message', () => {
    const issues = (...all: [string, 'TOO_LONG' | 'REQUIRED', string][]) =>
      new AppError(
        'VALIDATION_FAILED',
        {},
        { issues: all.map(([field, code, message]) => ({ path: [field], field, code, message, maximum: 400 })) },
      )
    const said = french(
      issues(
        ['note', 'TOO_LONG', 'Use at most 2,000 characters.'],
        ['cursor', 'TOO_LONG', 'Too big: expected string to have <=400 characters'],
        ['startsOn', 'REQUIRED', 'Starts on is required.'],
      ),
    ).issues
    expect(said?.map(({ message }) => message)).toEqual([
      'Saisissez 2\u202f000 caractères au plus.',
      'Saisissez 400 caractères au plus.',
      'Ce champ est obligatoire.',
    ])
    expect(arabic(fieldError(['city'], 'REQUIRED', 'Enter your city.')).issues?.[0]?.message).toBe('أدخل مدينتك.')
  })
})

describe('a localized success', () => {
  it('is translated, including labels of codes in its data', () => {
    const obstacle = { code: 'PAYOUT_TOO_SMALL', message: 'The smallest payout is ₦5,000.' }
    const failed = { code: 'OTHER', message: 'Account closed', fix: 'Ask your bank why, or enter another account.' }
    const lines = [{ message: 'Choose a reason.', at: 'now' }, null, 3]
    expect(localizeEnvelope('fr', done('Payout requested', { obstacle, failed, lines }))).toEqual(
      done('Versement demandé', {
        obstacle: { code: 'PAYOUT_TOO_SMALL', message: 'Le versement minimal est de 5\u202f000\u00a0₦.' },
        failed: { ...failed, fix: 'Demandez-en la raison à votre banque, ou indiquez un autre compte.' },
        // User text is not translated, even where it equals a message of ours.
        lines,
      }),
    )
  })
})

describe('response localization', () => {
  let http: FastifyInstance
  beforeAll(async () => {
    http = await createHttp({ log: createLog({ logLevel: 'silent' }), ids: createIds(systemClock), trustProxy: false })
    const refuse = () => {
      throw new AppError('INVALID_CREDENTIALS')
    }
    http.get('/v2/login', refuse)
    http.get('/v2/marketplace/login', refuse)
    http.get('/v2/other', () => ({ message: 'Login successful' }))
  })
  afterAll(() => http.close())
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { headers: sent, body } = await http.inject({ url, headers })
    return { message: (JSON.parse(body) as Failure).message, language: sent['content-language'], vary: sent['vary'] }
  }

  it('uses the chosen, else the preferred, else the default language, and declares it', async () => {
    const vary = 'accept-language, cookie'
    const english = { message: 'Incorrect email, phone or password.', language: 'en', vary }
    const inFrench = { message: 'Adresse e-mail, téléphone ou mot de passe incorrect.', language: 'fr', vary }
    expect(await get('/v2/login')).toEqual(english)
    expect(await get('/v2/login', { 'accept-language': 'de, *;q=0.1' })).toEqual(english)
    expect(await get('/v2/login', { 'accept-language': 'fr-CA, en;q=0.5' })).toEqual(inFrench)
    expect(await get('/v2/login', { 'accept-language': 'ar', cookie: 'a=b; locale=fr' })).toEqual(inFrench)
  })

  it('skips the marketplace and responses without an envelope', async () => {
    const asks = { 'accept-language': 'fr' }
    expect(await get('/v2/marketplace/login', asks)).toEqual({
      message: 'Incorrect email, phone or password.',
      language: undefined,
      vary: undefined,
    })
    expect((await get('/v2/other', asks)).message).toBe('Login successful')
  })
})
