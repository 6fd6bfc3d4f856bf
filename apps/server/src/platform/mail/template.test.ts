import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { parseDocument } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { compileLayout } from '../../../testing/docs/mail-layout.ts'
import { rootDir } from '../config.ts'
import { renderMail } from './template.ts'

const mail = {
  locale: 'en',
  subject: 'Your code',
  firstName: 'Ada',
  paragraphs: ['Somebody asks for it.'],
  code: { label: 'Your code is', value: '123456' },
  action: { label: 'Open it', url: 'https://desk.example.com/bookings/bkg_1?action=decline&x=1' },
  closing: ['Bye.'],
  notes: ['You get this because you asked.'],
  links: [{ label: 'Stop these mails', url: 'https://desk.example.com/stop' }],
} as const

describe('a mail', () => {
  it('has the same content as text and HTML', () => {
    const { subject, text, html } = renderMail(mail)
    expect(subject).toBe('Your code')
    expect(text).toBe(`Hello Ada,

Somebody asks for it.

Your code is 123456

Open it: https://desk.example.com/bookings/bkg_1?action=decline&x=1

Bye.

--

You get this because you asked.

Stop these mails: https://desk.example.com/stop`)
    for (const expected of ['Hello Ada,', 'Somebody asks for it.', '>123456<', 'Open it', 'Bye.', 'because you asked'])
      expect(html).toContain(expected)
    expect(html).toContain('href="https://desk.example.com/bookings/bkg_1?action=decline&amp;x=1"')
  })

  it('has complete layout and no external resources', () => {
    for (const html of [renderMail(mail).html, renderMail({ locale: 'en', subject: 'Hi', paragraphs: [] }).html]) {
      expect(html).not.toMatch(/\{\{|<!--[#/]|slot:/)
      expect(html).not.toMatch(/<img|<link|@import|src=/)
      expect(html).toContain('<meta name="color-scheme" content="light dark"')
    }
    expect(renderMail({ locale: 'en', subject: 'Hi', paragraphs: [] }).text).toBe('Hello,')
  })

  it.each([
    ['fr', 'ltr', 'left', 'Bonjour Ada,'],
    ['ar', 'rtl', 'right', 'مرحبًا \u2068Ada\u2069،'],
  ] as const)('is laid out for a reader of %s', (locale, dir, side, hello) => {
    const { text, html } = renderMail({ ...mail, locale })
    expect(text.startsWith(hello)).toBe(true)
    expect(html).toContain(hello)
    expect(html).toMatch(new RegExp(`<html lang="${locale}" dir="${dir}"`))
    const others = {
      ltr: /direction:rtl|dir="rtl"|align="right"|text-align:right/,
      rtl: /direction:ltr|dir="ltr"|align="left"|text-align:left/,
    }
    expect(html).not.toMatch(others[dir])
    expect(html).toContain(`text-align:${side}`)
  })

  it('lists several items with links', () => {
    const items = [
      { title: 'An offer was seen', text: 'Ngozi, new gutters', url: 'https://desk.example.com/offers/off_1' },
      { title: 'An offer ended', text: 'Tunde, fence', url: 'https://desk.example.com/offers/off_2' },
    ]
    const { text, html } = renderMail({ locale: 'en', subject: 'Today', paragraphs: [], items })
    expect(text).toContain('An offer was seen\nNgozi, new gutters\nhttps://desk.example.com/offers/off_1')
    expect(html.match(/class="text item"|class="[^"]*item/g)).toHaveLength(2)
  })

  it('escapes user text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '{', '}', '$', 'a', '/', '!', '-') }),
        (typedText) => {
          const tags = (html: string) =>
            JSON.stringify(parseDocument(html), (key, value: unknown) =>
              key === 'type' || key === 'children' || key === 'name' || key === '' || /^\d+$/.test(key)
                ? value
                : undefined,
            )
          const shape = (word: string) =>
            tags(
              renderMail({
                locale: 'en',
                subject: word,
                paragraphs: [word],
                action: { label: word, url: `https://x.test/${word}` },
              }).html,
            )
          expect(shape(`a${typedText}`)).toBe(shape('a'))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('matches its source: run `npm run docs` otherwise', () => {
    expect(readFileSync(join(rootDir, 'apps/server/mails/layout.html'), 'utf8')).toBe(compileLayout())
  })

  it('cuts its preview between characters', () => {
    const { html } = renderMail({ locale: 'en', subject: 'Done', paragraphs: [`${'x'.repeat(139)}👍👍`] })
    expect(html).toContain(`>${'x'.repeat(139)}👍<`)
  })
})
