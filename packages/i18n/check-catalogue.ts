import { parse, type Token } from '@messageformat/parser'

/** The messages of an area in one language, by id. */
export type Messages = Readonly<Record<string, string>>

/**
 * Compares the translations of a language with the messages in the code: none is missing or left over, and each has the
 * placeholders, tags and forms of its English. Returns a line for each problem.
 */
export function checkCatalogue(locale: string, english: Messages, translated: Messages): string[] {
  const unused = Object.keys(translated).filter((id) => english[id] === undefined)
  return [
    ...unused.map((id) => `${locale}: nothing in the code says ${quote(translated[id] ?? id)}`),
    ...Object.entries(english).flatMap(([id, message]) =>
      checkTranslation(locale, message, translated[id] ?? '').map(
        (problem) => `${locale}: ${quote(message)} ${problem}`,
      ),
    ),
  ]
}

const quote = (text: string) => JSON.stringify(text)

function checkTranslation(locale: string, message: string, translation: string): string[] {
  if (translation === '') return ['has no translation']
  try {
    const [expected, found] = [partsOf(message), partsOf(translation)]
    return [
      ...missing(expected.parts, found.parts).map((part) => `lacks ${part}`),
      ...missing(found.parts, expected.parts)
        .filter((part) => !isFormOf(part, expected.parts))
        .map((part) => `has ${part}, which the English has not`),
      ...found.plurals.flatMap((forms) => checkPlural(locale, forms)),
      ...(locale === 'fr' && plainFrench.test(translation) ? ['has a plain space or apostrophe (use NBSP or ’)'] : []),
    ]
  } catch (error) {
    return [`cannot be read: ${String(error)}`]
  }
}

const missing = (expected: ReadonlySet<string>, found: ReadonlySet<string>) =>
  [...expected].filter((part) => !found.has(part))

/** A translation may choose between more forms than English: a gender, for example. */
const isFormOf = (part: string, parts: ReadonlySet<string>) =>
  part.includes(', select, ') && parts.has(part.replace(/, select, .*/, ', select}'))

/** French has spaces that do not break before `: ; ? ! » %` and after `«`, and curly apostrophes. */
const plainFrench = / (?=[:;?!»%](?!\w))|« |\p{L}'\p{L}/u

/** Forms for exact numbers (`=1`) are free; each category of the language is needed, and no other. */
function checkPlural(locale: string, forms: readonly string[]): string[] {
  const categories = categoriesOf(locale)
  return [
    ...categories.needed.filter((form) => !forms.includes(form)).map((form) => `lacks the plural form ${form}`),
    ...forms
      .filter((form) => !form.startsWith('=') && !categories.all.includes(form))
      .map((form) => `has the plural form ${form}, which the language has not`),
  ]
}

/** French has `many` for millions only, which no message needs. */
function categoriesOf(locale: string): { all: readonly string[]; needed: readonly string[] } {
  const all: string[] = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  return {
    all,
    needed: all.filter((form) => form !== 'many' || new Intl.PluralRules(locale).select(11) === 'many'),
  }
}

/** The placeholders (`{name}`), tags (`<0>`) and choices of a message, and the forms of each plural. */
function partsOf(message: string): { parts: Set<string>; plurals: string[][] } {
  const parts = new Set<string>()
  const plurals: string[][] = []
  const visit = (token: Token): void => {
    if (token.type === 'content') for (const [tag] of token.value.matchAll(/<\/?\d+\/?>/g)) parts.add(tag)
    if (token.type === 'argument') parts.add(`{${token.arg}}`)
    if (token.type === 'function') parts.add(`{${token.arg}, ${token.key}}`)
    if (!('cases' in token)) return
    parts.add(`{${token.arg}, ${token.type}}`)
    const forms = token.cases.map(({ key }) => key)
    if (token.type === 'select') for (const form of forms) parts.add(`{${token.arg}, select, ${form}}`)
    else plurals.push(forms)
    for (const { tokens } of token.cases) tokens.forEach(visit)
  }
  parse(message).forEach(visit)
  return { parts, plurals }
}
