import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue, type ErrorCode } from '@fettle/protocol'
import { arabic } from '@fettle/protocol/i18n/ar'
import { french } from '@fettle/protocol/i18n/fr'
import { messageKeyOf, defaultIssueMessages } from '@fettle/protocol/i18n/translate'
import type { MessageCatalogue } from '@fettle/protocol/i18n/catalogue'
import { describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { rootDir } from './platform/config.ts'

/**
 * Checks that every message a provider can receive is in the catalogues, and that no catalogue entry is unused:
 * searches the code for messages of errors, field issues and results.
 */

interface Node {
  type: string
  [part: string]: unknown
}
interface Said {
  text: string
  /** Where it occurs: `fieldError()`, `message:`. */
  place: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Text of a literal with `{}` for values; undefined for other expressions. */
function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type !== 'TemplateLiteral') return undefined
  return (quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('{}')
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return `${nameOf(node['object'])}.${nameOf(node['property'])}`
  if (node.type === 'CallExpression') return nameOf(node['callee'])
  return String(node['name'] ?? node['value'] ?? '')
}

const isPassedOn = ({ type }: Node) => /Conditional|Logical|Binary|Arrow/.test(type)

function placeOf(parents: readonly Node[]): string {
  const parent = parents.findLast((node) => !isPassedOn(node))
  if (!parent) return ''
  if (parent.type === 'Property') return `${nameOf(parent['key'])}:`
  if (parent.type === 'VariableDeclarator') return `${nameOf(parent['id'])} =`
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') return `${nameOf(parent['callee'])}()`
  return parent.type
}

function saidIn(code: string): Said[] {
  const said: Said[] = []
  const visit = (node: Node, parents: readonly Node[]): void => {
    const text = textOf(node)
    if (text !== undefined) said.push({ text, place: placeOf(parents) })
    for (const part of Object.values(node)) {
      for (const child of [part].flat()) if (isNode(child)) visit(child, [...parents, node])
    }
  }
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node, [])
  return said
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))

// Code for marketplaces and operators only, and modules with texts of their own.
const ignoredFiles =
  /protocol\/src\/(i18n|chat)\/|\/marketplace|\.marketplace\.ts|\/(settings|simulator|webhooks|feed|moderation|deliveries)[./]|\/customers\/|customers?\.\w+\.ts|\/public\/|\.(mails|effects)\.ts|security-notifications\.ts|privacy\.messages\.ts|(?<!tickets?)\.(timers|operator)\.ts|-pdf\.\w+\.ts|\/certificate\.|\/texts\/|core\/errors/
const sources = [...filesIn('packages/protocol/src'), ...filesIn('apps/server/src/modules')]
  .concat(filesIn('apps/server/src/platform/uploads'), [
    'apps/server/src/platform/http/idempotency.ts',
    'apps/server/src/platform/http/sanitize-input.ts',
  ])
  .filter((file) => !ignoredFiles.test(file))
  .map((file) => ({ file, code: readFileSync(join(rootDir, file), 'utf8') }))
  .map(({ file, code }) => ({ file, code, said: saidIn(code) }))

const isWording = (place: string) =>
  /^z\.|^(fieldError|line|prose|place|at|bps|wholeFrom|complain|here|refuse|warn)\(\)$|^(error|message|fix|text):$|^[A-Z_]{3,} =$/.test(
    place,
  )
const isSentence = ({ text, place }: Said) =>
  isWording(place) && (/^[A-Z].* .*[.]$/s.test(text) || (place === 'message:' && /[a-z] [a-z]/.test(text)))

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const anonymous = (key: string) => key.replace(/\{\w*\}/g, '{}')
const looksOf = (text: string) =>
  new RegExp(`^${anonymous(messageKeyOf(text).key).split('{}').map(escaped).join('.+')}$`)

const keys = Object.keys(french.messages)

/** Shown to customers by the marketplace, or to programs only. */
const elsewhere = new Set([
  'A request can have {} photos.',
  'All of it or nothing was paid.',
  'Choose a moment within the next 90 days.',
  'Choose one of: {}.',
  'Enter a SHA-256 as 64 hexadecimal characters.',
  'Enter the reference of the bank.',
  'No money is in dispute.',
  'Say whose doing it was.',
  'Say whose invoices.',
  'This provider takes no requests from this customer.',
  // The verb in a ticket's error.
  'added to',
])

describe('the catalogues of the API', () => {
  it('contain every message a provider can receive', () => {
    const missing = sources.flatMap(({ file, said }) =>
      said
        .filter((one) => isSentence(one) && !elsewhere.has(one.text))
        .filter(({ text }) => !keys.some((key) => looksOf(text).test(anonymous(key))))
        .map(({ text, place }) => `${file} ${place} ${text}`),
    )
    expect(missing).toEqual([])
  })

  it('contain no unused message', () => {
    const all = sources.flatMap(({ said }) => said.filter(({ text }) => /[a-z]{2}/.test(text)))
    const looks = [...new Set(all.map(({ text }) => text))].map((text) => looksOf(text))
    const isSaid = (key: string) =>
      [key, key.replace(/^\{0\} /, '')].some((text) => looks.some((look) => look.test(anonymous(text)))) ||
      // Some are written inside SQL.
      sources.some(({ code }) => code.includes(`'${key}'`))
    expect(keys.filter((key) => !defaultIssueMessages.includes(key) && !isSaid(key))).toEqual([])
  })

  it.each([
    ['French', french],
    ['Arabic', arabic],
  ] as [string, MessageCatalogue][])(
    'in %s use the placeholders of the English text only',
    (_, { errors: refusals, messages: sentences }) => {
      const namesIn = (text: string) => new Set(text.match(/\{\w+\}/g))
      const extra = (said: string, english: string) => [...namesIn(said)].filter((name) => !namesIn(english).has(name))
      const wrong = [
        ...Object.entries(refusals).filter(([code, said]) => extra(said, errorCatalogue[code as ErrorCode].message)[0]),
        ...Object.entries(sentences).filter(([english, said]) => extra(said, english)[0]),
        // A translation must not omit a number.
        ...Object.entries(sentences).filter(([english, said]) => extra(english, said)[0]),
      ]
      expect(wrong).toEqual([])
    },
  )
})
