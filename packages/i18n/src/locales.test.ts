import { describe, expect, it } from 'vitest'
import { requestedLocale, directionOf, localeOf } from './locales.ts'

describe('negotiating the language', () => {
  it.each([
    ['what was chosen goes before what the browser likes', { cookie: 'a=b; locale=fr', accept: 'ar' }, 'fr'],
    ['the best liked of ours', { accept: 'de, en;q=0.5, fr-CA;q=0.8' }, 'fr'],
    ['in the order given where all are liked alike', { accept: 'ar-EG, fr' }, 'ar'],
    ['not what the browser refuses', { accept: 'fr;q=0, ar;q=0.1' }, 'ar'],
    ['not one we do not have', { cookie: 'locale=de', accept: 'de' }, 'en'],
    ['not another cookie', { cookie: 'mylocale=fr' }, 'en'],
    ['English where nothing is said', {}, 'en'],
    ['English where nonsense is said', { accept: ';;q=x,*' }, 'en'],
  ] as const)('is %s', (_, request, locale) => expect(localeOf(request)).toBe(locale))

  it('is undefined without a supported one', () => {
    expect(requestedLocale({ accept: 'de' })).toBeUndefined()
    expect(requestedLocale({ accept: 'de, fr' })).toBe('fr')
  })

  it('recognises right-to-left languages', () => {
    expect(directionOf(localeOf({ accept: 'ar-EG' }))).toBe('rtl')
    expect(directionOf(localeOf({ accept: 'fr' }))).toBe('ltr')
  })
})
