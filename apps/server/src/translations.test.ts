import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCatalogue, type ErrorCode } from '@fettle/protocol'
import { chatErrors, chatTexts } from '@fettle/protocol/chat/core/errors'
import { pollTexts } from '@fettle/protocol/chat/polls/poll-rules'
import { arabic } from '@fettle/protocol/i18n/ar'
import { arabicChat } from '@fettle/protocol/i18n/ar-chat'
import { arabicLines } from '@fettle/protocol/i18n/ar-system-messages'
import { french } from '@fettle/protocol/i18n/fr'
import { frenchChat } from '@fettle/protocol/i18n/fr-chat'
import { frenchLines } from '@fettle/protocol/i18n/fr-system-messages'
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

const placesIn = (text: string) => (text.match(/\{\d+\}/g) ?? []).sort()
const misfilled = (catalogue: Readonly<Record<string, string>>) =>
  Object.entries(catalogue).filter(([english, said]) => placesIn(english).join() !== placesIn(said).join())

/** Templates of a tag: systemText`Booking confirmed: ${name}` becomes `Booking confirmed: {0}`. */
function taggedIn(code: string, tag: string): string[] {
  const found: string[] = []
  const visit = (node: Node): void => {
    if (node.type === 'TaggedTemplateExpression' && nameOf(node['tag']) === tag) {
      const { quasis } = node['quasi'] as { quasis: { value: { cooked: string } }[] }
      found.push(quasis.map(({ value }, at) => (at === 0 ? '' : `{${at - 1}}`) + value.cooked).join(''))
    }
    for (const part of Object.values(node)) {
      for (const child of [part].flat()) if (isNode(child)) visit(child)
    }
  }
  visit(parseAst(code, { lang: 'ts' }) as unknown as Node)
  return found
}

const codeIn = (folder: string) => filesIn(folder).map((file) => readFileSync(join(rootDir, file), 'utf8'))

describe('the catalogues of system messages', () => {
  it('contain each message in French and Arabic, and no unused one', () => {
    const said = new Set(codeIn('apps/server/src/modules').flatMap((code) => taggedIn(code, 'systemText')))
    expect(Object.keys(frenchLines).toSorted()).toEqual([...said].toSorted())
  })

  it.each([
    ['French', frenchLines],
    ['Arabic', arabicLines],
  ])('in %s use the placeholders of the English text', (_, lines) => {
    expect(misfilled(lines)).toEqual([])
  })
})

/** Errors for programs, servers and connections, which no screen can cause. */
const forPrograms: string[] = [
  ...(
    [
      'ACCESS_KEY',
      'CONNECTION_NOT_FOUND',
      'COMMAND_MISSING',
      'DUPLICATE_USERNAME',
      'EVENT_NOT_SUPPORTED',
      'HEADERS_TOO_BIG',
      'QUERY_PERMISSIONS',
      'TOKEN_NOT_YET_VALID',
      'TOKEN_SIGNATURE_INVALID',
      'TOKEN_USED_BEFORE_ISSUE',
      'WRONG_REGION',
    ] as const
  ).map((name) => chatErrors[name].message),
  chatTexts.channelIdColon,
  chatTexts.tokenEmpty,
  chatTexts.userIdRequired,
  'A card names what it shows.',
  'A channel without an id has two members.',
  'A server speaks over HTTP.',
  'Name the call.',
  'Only a server may do this.',
  'Only the app itself may change this.',
  'Only the app itself may send this.',
  'Only the app slows a channel down.',
  'Parts are missing.',
  'Say in whose name this is done.',
  'Say in whose name this is sent.',
  'Send a JSON object.',
  'Send application/octet-stream.',
  'The chat token is missing.',
  'The chat token names no user.',
  'There is no such call.',
  'This cursor is not one of ours.',
  'This is not the next part.',
  'This message id is taken.',
  'This name is taken by a built-in command.',
  'This token belongs to somebody else.',
  'Use one of before, after and around.',
  'X-Chat-User is no user id.',
]

describe('the catalogues of the chat', () => {
  const refused = codeIn('apps/server/src/chat').flatMap((code) =>
    saidIn(code)
      .filter(({ place, text }) => place === 'message:' && /^[A-Z].*\.$/.test(text))
      .map(({ text }) => text),
  )
  const rules: string[] = [
    ...Object.values(chatErrors).map(({ message }) => message),
    ...Object.values(chatTexts),
    ...Object.values(pollTexts),
  ]
  const chatKeys = Object.keys(frenchChat)
  const has = (text: string) => chatKeys.some((key) => looksOf(text).test(anonymous(key)))

  it('contain its errors and poll rules', () => {
    const missing = new Set([...rules, ...refused].filter((text) => !forPrograms.includes(text) && !has(text)))
    expect([...missing]).toEqual([])
    expect(forPrograms.filter((text) => ![...rules, ...refused].includes(text))).toEqual([])
  })

  it('contain no unused message', () => {
    const schemas = codeIn('packages/protocol/src/chat').flatMap((code) => saidIn(code).map(({ text }) => text))
    const looks = [...rules, ...refused, ...schemas].map((text) => looksOf(text))
    expect(chatKeys.filter((key) => !looks.some((look) => look.test(anonymous(key))))).toEqual([])
  })

  it.each([
    ['French', frenchChat],
    ['Arabic', arabicChat],
  ])('in %s use the placeholders of the English text', (_, words) => {
    expect(misfilled(words)).toEqual([])
  })
})
