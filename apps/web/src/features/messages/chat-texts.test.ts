import { SYSTEM_MESSAGE_KEY, type SystemMessageContent } from '@fettle/protocol/workspace/system-messages'
import { i18n } from '@lingui/core'
import { afterEach, expect, it, vi } from 'vitest'

const name: SystemMessageContent = {
  sentence: '{0}, {1}',
  facts: ['Fix the kitchen tap', { at: '2026-11-25T07:00:00Z', timeZone: 'Africa/Lagos' }],
}
const confirmed = (line: SystemMessageContent = { sentence: 'Booking confirmed: {0}', facts: [name] }) => ({
  text: 'Booking confirmed: Fix the kitchen tap, Wed 25 Nov 08:00',
  custom: { [SYSTEM_MESSAGE_KEY]: line },
})
/** Removes bidi marks and unifies spaces. */
const seen = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s/g, ' ')

async function reader(locale: string) {
  vi.resetModules()
  document.documentElement.lang = locale
  i18n.load(locale, {})
  i18n.activate(locale)
  const { i18n: own } = await import('@lingui/core')
  own.load(locale, {})
  own.activate(locale)
  const words = await import('./chat-texts.ts')
  await words.loadChatTranslations()
  return words
}

afterEach(() => {
  document.documentElement.lang = 'en'
  i18n.load('en', {})
  i18n.activate('en')
})

it("a system message is rendered by its facts in the reader's language, with date and amount", async () => {
  const paid: SystemMessageContent = {
    sentence: 'A reminder of invoice {0}: {1} is to be paid',
    facts: ['INV-2026-000007', { amount: 1_250_000, currency: 'EUR' }],
  }
  const french = await reader('fr')
  expect(seen(french.messageText(confirmed()))).toBe('Réservation confirmée : Fix the kitchen tap, mer. 25 nov., 08:00')
  expect(seen(french.messageText({ text: '', custom: { line: paid } }))).toBe(
    'Rappel de la facture INV-2026-000007 : 12 500 € restent à payer',
  )
  const arabic = await reader('ar')
  expect(seen(arabic.messageText(confirmed()))).toMatch(/^تأكد الحجز: Fix the kitchen tap، الأربعاء، 25 نوفمبر/)
  // Latin text must not change the direction of the Arabic around it.
  expect(arabic.messageText(confirmed())).toContain('\u2068Fix the kitchen tap\u2069')
})

it('is shown as written without facts or with an unknown kind', async () => {
  const { messageText: wordsOf } = await reader('fr')
  const { text } = confirmed()
  expect(wordsOf({ text })).toBe(text)
  expect(wordsOf(confirmed({ sentence: 'Something new: {0}', facts: [name] }))).toBe(text)
  expect(wordsOf(confirmed({ sentence: 'Booking confirmed: {0}', facts: [{ of: 'tomorrow' }] as never }))).toBe(text)
})

it('keeps the exact English in English', async () => {
  const { messageText: wordsOf, translateChatText: chatWord } = await reader('en')
  expect(wordsOf(confirmed())).toBe(confirmed().text)
  expect(chatWord('Question is required')).toBe('Question is required')
})

it('translates errors and poll rules', async () => {
  const french = await reader('fr')
  expect(french.translateChatText('Type a number from 2 to 10')).toBe('Saisissez un nombre de 2 à 10')
  expect(french.translateChatText('Nobody translated this.')).toBe('Nobody translated this.')
  const arabic = await reader('ar')
  expect(arabic.translateChatText('Reached the vote limit. Remove an existing vote first.')).toBe(
    'بلغت الحد الأقصى للأصوات. أزل صوتًا سابقًا أولًا.',
  )
})
