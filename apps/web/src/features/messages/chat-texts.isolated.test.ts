import { SYSTEM_MESSAGE_KEY, type SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import { i18n } from '@lingui/core'
import { afterEach, describe, expect, it, vi } from 'vitest'

const booking: SystemMessageContent = {
  code: 'booking-at',
  params: { title: 'Fix the kitchen tap', at: { at: '2026-11-25T07:00:00Z', timeZone: 'Africa/Lagos' } },
}
const withMessage = (message: unknown) => ({
  kind: 'system' as const,
  text: 'Booking confirmed: Fix the kitchen tap, Wed 25 Nov, 08:00',
  custom: { [SYSTEM_MESSAGE_KEY]: message },
})
const confirmed = withMessage({ code: 'booking-confirmed', params: { booking } })
/** Removes bidi marks and unifies spaces. */
const seen = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s/g, ' ')

async function reader(locale: string, messages: Record<string, string> = {}) {
  vi.resetModules()
  document.documentElement.lang = locale
  i18n.load(locale, {})
  i18n.activate(locale)
  const { i18n: own } = await import('@lingui/core')
  own.load(locale, messages)
  own.activate(locale)
  return { ...(await import('./chat-texts.ts')), ...(await import('@fettle/chat-client')) }
}
const french = {
  'booking-at': '{title}, {at}',
  'booking-confirmed': 'Réservation confirmée : {booking}',
  'invoice-reminder': 'Rappel de la facture {number} : {amount} restent à payer',
  'booking-booked-visits': 'Réservé pour {visits, plural, one {# visite} other {# visites}} : {booking}',
}

afterEach(() => {
  vi.restoreAllMocks()
  document.documentElement.lang = 'en'
  i18n.load('en', {})
  i18n.activate('en')
})

it("a system message is shown in the reader's language, with date and amount", async () => {
  const { messageText } = await reader('fr', french)
  expect(seen(messageText(confirmed))).toBe('Réservation confirmée : Fix the kitchen tap, mer. 25 nov., 08:00')
  const reminder = {
    code: 'invoice-reminder',
    params: { number: 'INV-7', amount: { amount: 1_250_000, currency: 'EUR' } },
  }
  expect(seen(messageText(withMessage(reminder)))).toBe('Rappel de la facture INV-7 : 12 500 € restent à payer')
  const visits = { code: 'booking-booked-visits', params: { visits: 12, booking } }
  expect(seen(messageText(withMessage(visits)))).toMatch(/^Réservé pour 12 visites : Fix/)
})

it('a message of a person is shown as it was written', async () => {
  const { messageText } = await reader('fr', french)
  expect(messageText({ ...confirmed, kind: 'regular', text: 'See you soon' })).toBe('See you soon')
})

it('Latin text does not change the direction of the Arabic around it', async () => {
  const { messageText } = await reader('ar', {
    'booking-at': '{title}، {at}',
    'booking-confirmed': 'تأكد الحجز: {booking}',
  })
  expect(seen(messageText(confirmed))).toMatch(/^تأكد الحجز: Fix the kitchen tap، الأربعاء، 25 نوفمبر/)
  expect(messageText(confirmed)).toContain('\u2068Fix the kitchen tap\u2069')
})

it.each([
  ['has no message', {}],
  ['has an unknown code', { custom: { [SYSTEM_MESSAGE_KEY]: { code: 'something-new', params: {} } } }],
  ['has a part with an unknown code', withMessage({ code: 'booking-confirmed', params: { booking: { code: 'new' } } })],
  ['has a malformed parameter', withMessage({ code: 'booking-confirmed', params: { booking: { of: 'tomorrow' } } })],
  [
    'has a time zone that does not exist',
    withMessage({
      code: 'booking-confirmed',
      params: { booking: { at: '2026-11-25T07:00:00Z', timeZone: 'Nowhere' } },
    }),
  ],
])('a system message is shown as stored if it %s', async (_, message) => {
  const { messageText } = await reader('fr', french)
  expect(messageText({ kind: 'system', text: confirmed.text, ...message })).toBe(confirmed.text)
})

it.each([
  ['en-GB', 'Booking confirmed: Fix the kitchen tap, Wed 25 Nov, 08:00'],
  ['en-US', 'Booking confirmed: Fix the kitchen tap, Wed, Nov 25, 8:00 AM'],
])('on an English page, a system message has the dates and times of the region: %s', async (region, text) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([region])
  const { messageText } = await reader('en')
  expect(seen(messageText(confirmed))).toBe(text)
})

describe('chat errors', () => {
  const failure = {
    code: 17 as const,
    statusCode: 403,
    retryable: false,
    message: 'Up to 50 messages can be pinned.',
    reason: { code: 'chat.pins-limit', params: { max: 50 } },
  }

  it("are shown in the reader's language, with their parameters", async () => {
    const { chatErrorText, failureText, ChatError } = await reader('fr', {
      'chat.pins-limit': 'Vous pouvez épingler jusqu’à {max} messages.',
      'chat-client.connection-lost': 'La connexion a été interrompue.',
    })
    expect(failureText(failure)).toBe('Vous pouvez épingler jusqu’à 50 messages.')
    const refused = new ChatError(failure.message, failure.reason, failure)
    expect(chatErrorText(refused)).toBe('Vous pouvez épingler jusqu’à 50 messages.')
    const lost = new ChatError('The connection was lost.', { code: 'chat-client.connection-lost' })
    expect(chatErrorText(lost)).toBe('La connexion a été interrompue.')
  })

  it('are shown in English on English pages, and where a code is unknown', async () => {
    const { chatErrorText, failureText } = await reader('en')
    expect(failureText(failure)).toBe(failure.message)
    expect(failureText({ ...failure, reason: { code: 'something-new' } })).toBe(failure.message)
    expect(chatErrorText(new Error('No answer'))).toBe('No answer')
    expect(chatErrorText('No answer')).toBeUndefined()
  })
})

it('poll rules are shown with their numbers', async () => {
  const range = { code: 'poll.votes-range', params: { min: 2, max: 10 } } as const
  expect((await reader('en')).chatText(range)).toBe('Type a number from 2 to 10')
  const french = await reader('fr', { 'poll.votes-range': 'Saisissez un nombre de {min} à {max}' })
  expect(french.chatText(range)).toBe('Saisissez un nombre de 2 à 10')
})

it.each(['fr', 'ar'] as const)(
  'the catalogue of %s translates system messages, errors and poll rules',
  async (locale) => {
    const { messageText, failureText, chatText } = await reader(locale)
    const { activateLocale } = await import('../../lib/i18n/i18n.ts')
    await activateLocale(locale, ['chat'])
    const refusal = { message: 'This poll is closed.', reason: { code: 'poll.closed' } }
    const shown = [
      [messageText(confirmed), confirmed.text],
      [failureText(refusal), refusal.message],
      [chatText({ code: 'poll.question-required' }), 'Question is required'],
    ]
    for (const [text, english] of shown) expect(text).not.toBe(english)
  },
)
