import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { formatterOf, type Formatter } from './format.ts'
import type { MessageDescriptor, MessageParam } from './message.ts'

/** A text in ICU MessageFormat (`{count, plural, one {# visit} other {# visits}}`), or its compiled form. */
type MessageSource = string | CompiledMessage
type CompiledMessage = ReturnType<typeof compileMessage>

/** Finds the text of a code in a language; English where it is not translated. */
type MessageLookup = (code: string) => MessageSource | undefined

/** Turns a message into text of one language. */
type Translate = (message: MessageDescriptor) => string

/**
 * Creates a function that turns a message into text of a language, and throws for a code that no language has. Numbers,
 * amounts, dates and lists are written in the form of the language, and people's own texts are kept from disturbing the
 * direction of the sentence. Each language is looked up, and each of its texts compiled, when it is first used.
 */
export function createTranslator(
  lookupIn: (locale: string) => MessageLookup,
): (locale: string, message: MessageDescriptor) => string {
  const translators = new Map<string, Translate>()
  return (locale, message) => {
    const translate = translators.get(locale) ?? translatorOf(locale, lookupIn(locale))
    translators.set(locale, translate)
    return translate(message)
  }
}

function translatorOf(locale: string, lookup: MessageLookup): Translate {
  const formatter = formatterOf(locale)
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  const rawParams = new Map<string, ReadonlySet<string>>()

  function compile(code: string): ReadonlySet<string> {
    const source = lookup(code)
    if (source === undefined) throw new Error(`No message has the code ${code}. Add it to a *.messages.ts table.`)
    const compiled = typeof source === 'string' ? compileMessage(source) : source
    i18n.load(locale, { [code]: compiled })
    const raw = selectorsOf(compiled)
    rawParams.set(code, raw)
    return raw
  }

  const translate: Translate = ({ code, params = {} }) => {
    const raw = rawParams.get(code) ?? compile(code)
    const values = Object.entries(params).map(([name, param]) => [
      name,
      raw.has(name) ? selectorOf(param, translate) : formatParam(param, formatter, translate),
    ])
    return i18n._(code, Object.fromEntries(values) as Record<string, unknown>)
  }
  return translate
}

function formatParam(param: MessageParam, formatter: Formatter, translate: Translate): string {
  if (typeof param === 'string') return formatter.isolate(param)
  if (typeof param === 'number') return formatter.number(param)
  if ('code' in param) return translate(param)
  if ('percent' in param) return formatter.number(param.percent / 100, { style: 'percent', maximumFractionDigits: 2 })
  if ('amount' in param) return formatter.isolate(formatter.money(param))
  if ('at' in param) return formatter.instant(param)
  if ('day' in param) return formatter.day(param.day)
  return formatter.list(
    param.list.map((part) => formatParam(part, formatter, translate)),
    param.join,
  )
}

/** A parameter that chooses a form: a message chooses by its text, so that a language can say which form it needs. */
const selectorOf = (param: MessageParam, translate: Translate): MessageParam =>
  typeof param === 'object' && 'code' in param ? translate(param) : param

/** Names of the parameters that choose a form (`plural`, `select`). They are compared, not shown, so they stay as they are. */
function selectorsOf(compiled: CompiledMessage): Set<string> {
  const names = new Set<string>()
  const visit = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens as unknown[]) {
      if (!Array.isArray(token)) continue
      const [name, type, forms] = token as [string, string?, Record<string, unknown>?]
      if (type === undefined || forms === undefined) continue
      names.add(name)
      Object.values(forms).forEach(visit)
    }
  }
  visit(compiled)
  return names
}
