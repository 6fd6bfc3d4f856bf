import { describe, expect, it } from 'vitest'
import { isMessage, type InstantParam, type MessageDescriptor } from './message.ts'
import { createTranslator } from './translator.ts'

const english: Record<string, string> = {
  greeting: 'Hello {name}',
  visits: '{count, plural, one {# visit} other {# visits}} for {price}',
  answer: '{answer, select, YES {{name} agreed} other {{name} declined}}',
  booked: 'Booked: {title}, {at}',
  times: '{title}: {choices}',
}
const translator = (locale: string, messages = english) => {
  const translate = createTranslator(() => (code) => messages[code])
  return (message: MessageDescriptor) => translate(locale, message)
}

describe('a translator', () => {
  it('writes numbers, amounts, dates and lists in the form of the language', () => {
    const params = { count: 1200, price: { amount: 1_500_000, currency: 'EUR' } }
    expect(translator('en')({ code: 'visits', params })).toBe('1,200 visits for €15,000')
    expect(translator('fr')({ code: 'visits', params })).toBe('1\u202f200 visits for 15\u202f000\u00a0€')
    const at = { at: '2026-08-03T13:00:00Z', timeZone: 'Africa/Lagos' }
    expect(translator('en')({ code: 'booked', params: { title: 'Tap', at } })).toBe('Booked: Tap, Mon 3 Aug, 14:00')
    const list = [
      { ...at, show: 'time' as const },
      { at: '2026-08-03T14:00:00Z', timeZone: 'Africa/Lagos', show: 'time' as const },
    ]
    expect(translator('en')({ code: 'times', params: { title: 'Tap', choices: { list, join: 'or' } } })).toBe(
      'Tap: 14:00 or 15:00',
    )
  })

  it('compares the parameters that choose a form and shows the others', () => {
    const arabic = { answer: '{answer, select, YES {وافق {name}} other {رفض {name}}}' }
    expect(translator('ar', arabic)({ code: 'answer', params: { answer: 'YES', name: 'Ada' } })).toBe(
      'وافق \u2068Ada\u2069',
    )
  })

  it('writes shares of a hundred', () => {
    expect(translator('en')({ code: 'greeting', params: { name: { percent: 7.5 } } })).toBe('Hello 7.5%')
    expect(translator('fr')({ code: 'greeting', params: { name: { percent: 7.5 } } })).toMatch(/^Hello 7,5\s%$/)
  })

  it('keeps a currency of the other direction in one piece', () => {
    const arabic = { answer: 'دفع {name}' }
    const name = { amount: 500_000, currency: 'XOF' }
    expect(translator('ar', arabic)({ code: 'answer', params: { name } })).toMatch(/^دفع \u2068.*F\sCFA\u2069$/)
  })

  it('translates messages within messages', () => {
    const params = { name: { code: 'visits', params: { count: 1, price: { amount: 500, currency: 'EUR' } } } }
    expect(translator('en')({ code: 'greeting', params })).toBe('Hello 1 visit for €5')
  })

  it('lets a message within choose a form: the gender of what is said', () => {
    const french = { gender: 'f', state: '{gender, select, f {confirmée} other {confirmé}}' }
    expect(translator('fr', french)({ code: 'state', params: { gender: { code: 'gender' } } })).toBe('confirmée')
  })

  it('puts sentences one after the other', () => {
    const list = [{ code: 'gone' }, 'Bye.']
    const messages = { gone: 'Gone.', all: '{list}' }
    expect(translator('en', messages)({ code: 'all', params: { list: { list, join: 'sentences' } } })).toBe(
      'Gone. Bye.',
    )
  })

  it('names the code that no table has', () => {
    expect(() => translator('en')({ code: 'nonsense' })).toThrow('No message has the code nonsense')
  })
})

describe('an instant', () => {
  const write = (locale: string, show: InstantParam['show']) =>
    translator(locale)({
      code: 'greeting',
      params: { name: { at: '2026-08-03T13:00:00Z', timeZone: 'Europe/Paris', ...(show && { show }) } },
    })

  it.each([
    ['en', undefined, 'Hello Mon 3 Aug, 15:00'],
    ['en', 'date', 'Hello Mon 3 Aug'],
    ['en', 'time', 'Hello 15:00'],
    ['en', 'sentence', 'Hello Mon 3 August at 15:00'],
    ['fr', 'sentence', 'Hello lun. 3 août à 15:00'],
    ['ar', 'sentence', 'Hello الاثنين، 3 أغسطس في 3:00 م'],
    ['en', 'document', 'Hello 3 August 2026 at 15:00 CEST'],
    ['fr', 'day', 'Hello lundi 3 août 2026'],
    ['en', 'month', 'Hello August 2026'],
  ] as const)('in %s as %s', (locale, show, expected) => expect(write(locale, show)).toBe(expected))
})

describe('a message from outside', () => {
  it.each([
    [{ code: 'greeting' }, true],
    [{ code: 'greeting', params: { name: 'Ada', at: { at: '2026-08-03T13:00:00Z', timeZone: 'UTC' } } }, true],
    [{ code: 'greeting', params: { name: null } }, false],
    [{ code: 'greeting', params: { name: { list: ['a', {}], join: 'or' } } }, false],
    [{ sentence: 'Hello' }, false],
    ['Hello', false],
    [null, false],
  ])('is recognised by its shape: %j', (value, expected) => expect(isMessage(value)).toBe(expected))
})
