import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMessages } from '@fettle/i18n/catalogue'
import { directionOf, type Locale } from '@fettle/i18n/locales'
import { rootDir } from '../config.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { mailMessages } from './mail.messages.ts'

/** Content of a mail. It is sent as HTML in one layout (`apps/server/mails`) and as equivalent plain text. */
export interface MailContent {
  /** Language of the texts. */
  locale: Locale
  subject: string
  /** Name for the greeting. Absent for unknown recipients. */
  firstName?: string
  paragraphs: readonly string[]
  /** A one-time code with its label: "Your verification code is". */
  code?: { label: string; value: string }
  /** Several items, each with a link. */
  items?: readonly { title: string; text: string; url: string }[]
  /** The call to action. */
  action?: { label: string; url: string }
  /** Paragraphs after it. */
  closing?: readonly string[]
  /** Small print: why it was sent, and how to get fewer. */
  notes?: readonly string[]
  /** Links below the notes, such as the one to unsubscribe. */
  links?: readonly { label: string; url: string }[]
}

/** A rendered mail. */
export interface RenderedMail {
  subject: string
  text: string
  html: string
}

type Values = Record<string, string>

const textOf = createMessages('mail', mailMessages)

/** Characters that mail lists show beside the subject. */
const PREVIEW_LENGTH = 140

const BLOCK_PATTERN = /<!--#(\w+)-->([\s\S]*?)<!--\/\1-->/g
let layout: { page: string; pieces: ReadonlyMap<string, string> } | undefined

function loadLayout() {
  const html = readFileSync(join(rootDir, 'apps/server/mails/layout.html'), 'utf8')
  const pieces = new Map(Array.from(html.matchAll(BLOCK_PATTERN), ([, name = '', piece = '']) => [name, piece]))
  return { page: html.replace(BLOCK_PATTERN, ''), pieces }
}

/** Renders a mail as HTML and plain text. */
export function renderMail(content: MailContent): RenderedMail {
  const {
    locale,
    subject,
    firstName,
    paragraphs,
    code,
    items = [],
    action,
    closing = [],
    notes = [],
    links = [],
  } = content
  const hello = textOf(
    locale,
    firstName ? { code: 'mail.greeting', params: { firstName } } : { code: 'mail.greeting-unnamed' },
  )
  const before = [hello, ...paragraphs]
  const text = [
    ...before,
    ...(code ? [`${code.label} ${code.value}`] : []),
    ...items.map(({ title, text: itemText, url }) => `${title}\n${itemText}\n${url}`),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...closing,
    ...(notes.length > 0 || links.length > 0
      ? ['--', ...notes, ...links.map(({ label, url }) => `${label}: ${url}`)]
      : []),
  ].join('\n\n')

  const { page, pieces } = (layout ??= loadLayout())
  const dir = directionOf(locale)
  // Some mail programs support only left and right.
  const reading = { lang: locale, dir, side: dir === 'rtl' ? 'right' : 'left' }
  const put = (name: string, values: Values) => fillPlaceholders(pieces.get(name) ?? '', { ...values, ...reading })
  const putText = (name: string) => (itemText: string) => put(name, { text: itemText })
  const body = [
    ...before.map(putText('paragraph')),
    ...(code ? [put('paragraph', { text: code.label }), put('code', { code: code.value })] : []),
    ...items.map((item) => put('item', item)),
    ...(action ? [put('button', action)] : []),
    ...closing.map(putText('paragraph')),
  ]
  const small = [...notes.map(putText('note')), ...links.map((link) => put('link', link))]
  // The code first, so that it can be read in the list of mails.
  const preview = code ? `${code.label} ${code.value}` : (paragraphs[0] ?? items[0]?.title ?? subject)
  const html = fillPlaceholders(page, {
    subject,
    preview: Array.from(preview).slice(0, PREVIEW_LENGTH).join(''),
    ...reading,
  })
    .replace('<!--slot:body-->', () => body.join(''))
    .replace('<!--slot:notes-->', () => small.join(''))
  return { subject, text, html }
}

const fillPlaceholders = (html: string, values: Values) =>
  html.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? '').replaceAll('\n', '<br>'))
