import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { describe, expect, it } from 'vitest'
import { checkCatalogue, type Messages } from './check-catalogue.ts'
import { locales, PSEUDO_LOCALE } from './src/locales.ts'

const config = getConfig({ configPath: fileURLToPath(new URL('lingui.config.ts', import.meta.url)) })
const catalogs = await getCatalogs(config)

describe.each(catalogs.map((catalog) => ({ name: catalog.name, catalog })))('the area $name', ({ catalog }) => {
  it('is complete in every language and has nothing unused', { timeout: 240_000 }, async () => {
    const inCode = await catalog.collect({ files: undefined })
    const english: Messages = Object.fromEntries(
      Object.entries(inCode ?? {}).map(([id, { message }]) => [id, message ?? id]),
    )
    for (const locale of locales) {
      const entries = Object.entries((await catalog.read(locale)) ?? {})
      const translated = Object.fromEntries(entries.map(([id, { translation }]) => [id, translation ?? '']))
      expect(checkCatalogue(locale, english, translated)).toEqual([])
    }
  })
})

const webAreas = ['sign-in', 'web', 'chat']

it.each([...webAreas, 'fields'])('has the area %s in accented English too, which Lingui makes', (area) => {
  const file = new URL(`locales/${PSEUDO_LOCALE}/${area}.po`, import.meta.url)
  expect(existsSync(file)).toBe(true)
})

it('translates a message of the web app in one way: a page loads several areas, and one would hide the other', async () => {
  const areas = catalogs.filter(({ name }) => webAreas.includes(name ?? ''))
  for (const locale of locales) {
    const found = new Map<string, string>()
    const different: string[] = []
    for (const catalog of areas) {
      for (const [id, { translation = '' }] of Object.entries((await catalog.read(locale)) ?? {})) {
        if ((found.get(id) ?? translation) !== translation) different.push(`${locale}: ${id}`)
        found.set(id, translation)
      }
    }
    expect(different).toEqual([])
  }
})

describe('the check of a catalogue', () => {
  const problemsOf = (locale: string, english: string, translation: string) =>
    checkCatalogue(locale, { id: english }, { id: translation })

  it('accepts a translation with the same parts', () => {
    const english = '<0>{name}</0> sent {count, plural, one {# offer} other {# offers}}'
    expect(problemsOf('en', english, english)).toEqual([])
    const french = '<0>{name}</0> a envoyé {count, plural, =0 {aucun devis} one {# devis} other {# devis}}'
    expect(problemsOf('fr', english, french)).toEqual([])
  })

  it('accepts more forms of a choice than English has', () => {
    expect(problemsOf('fr', '{gender, select, other {sent}}', '{gender, select, f {envoyée} other {envoyé}}')).toEqual(
      [],
    )
  })

  it('reports what is missing and what is unused', () => {
    expect(checkCatalogue('fr', { save: 'Save', send: 'Send' }, { save: '', old: 'Ancien' })).toEqual([
      'fr: nothing in the code says "Ancien"',
      'fr: "Save" has no translation',
      'fr: "Send" has no translation',
    ])
  })

  it.each([
    ['fr', 'Hello {name}', 'Bonjour', ['lacks {name}']],
    ['fr', 'Hello {name}', 'Bonjour {nom}', ['lacks {name}', 'has {nom}, which the English has not']],
    ['fr', 'Read <0>this</0>', 'Lisez <0>ceci', ['lacks </0>']],
    ['fr', 'Continue?', 'Continuer ?', ['has a plain space or apostrophe (use NBSP or ’)']],
    ['fr', 'The address', "L'adresse", ['has a plain space or apostrophe (use NBSP or ’)']],
    [
      'fr',
      '{n, plural, one {# day} other {# days}}',
      '{n} jours',
      ['lacks {n, plural}', 'has {n}, which the English has not'],
    ],
    ['fr', '{n, plural, one {# day} other {# days}}', '{n, plural, other {# jours}}', ['lacks the plural form one']],
    [
      'fr',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, one {# jour} few {# jours} other {# jours}}',
      ['has the plural form few, which the language has not'],
    ],
    [
      'ar',
      '{n, plural, one {# day} other {# days}}',
      '{n, plural, zero {لا أيام} one {يوم} two {يومان} few {# أيام} other {# يوم}}',
      ['lacks the plural form many'],
    ],
    ['fr', '{who, select, YOU {Yours} other {Theirs}}', '{who, select, other {Le leur}}', ['lacks {who, select, YOU}']],
  ])('reports that in %s "%s" as "%s" differs', (locale, english, translation, problems) => {
    expect(problemsOf(locale, english, translation)).toEqual(
      problems.map((problem) => `${locale}: ${JSON.stringify(english)} ${problem}`),
    )
  })

  it('reports a translation that cannot be read', () => {
    expect(problemsOf('fr', 'Hello {name}', 'Bonjour {name')).toEqual([expect.stringContaining('cannot be read')])
  })
})
