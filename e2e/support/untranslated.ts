import type { Page } from '@playwright/test'

/** Collects the texts of the server's answers: people's words and data, which are not translated in the web app. */
export function watchData(page: Page): () => string[] {
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    // Some fields are lists in one text: "Drains,Water heaters".
    if (typeof value === 'string') for (const text of [value, ...value.split(',')]) texts.add(text.trim())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  const parse = (text: string): void => {
    try {
      collect(JSON.parse(text))
    } catch {
      // Not JSON, so no data.
    }
  }
  page.on('response', (response) => {
    if (!/^\/(v2|chat|inbox)\//.test(new URL(response.url()).pathname)) return
    void response.text().then(parse, () => undefined)
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => parse(payload.toString().replace(/^\d+(?:\/[^,]+,)?/, ''))),
  )
  // Codes are not meant to be read.
  return () => [...texts].filter((text) => text.length > 1 && !/^[A-Z\d_]+$/.test(text))
}

/**
 * Lists what a screen shows in plain letters although the page is in the pseudo-locale, whose translations are all
 * accented. Texts of `data` and names of keys (`kbd`) are left out, and so are dates, times, amounts and units, which the
 * browser writes. Runs in the browser, so it uses nothing from outside.
 */
export function findUntranslated(data: readonly string[]): string[] {
  const dataTexts = new Set(data)
  const months = Array.from({ length: 12 }, (_, month) => ({ unit: 'month', date: new Date(2026, month, 1) }))
  const weekdays = Array.from({ length: 7 }, (_, day) => ({ unit: 'weekday', date: new Date(2026, 0, day + 1) }))
  const names = [...months, ...weekdays].flatMap(({ unit, date }) =>
    ['long', 'short'].map((style) => new Intl.DateTimeFormat('en', { [unit]: style }).format(date)),
  )
  const units = '(?:second|minute|hour|day|week|month|year)s?|ago|yesterday|tomorrow|yyyy|am|pm|AM|PM|km|min|MB|kB'
  const plain = new RegExp(`https?://\\S+|\\b(?:${names.join('|')}|${units}|Fettle)\\b`, 'g')
  const parts = data
    .flatMap((text) => [text, text.replace(plain, ' ')])
    .filter((text) => text.trim().length > 2)
    .toSorted((one, other) => other.length - one.length)
  const isMissed = (text: string): boolean => {
    if (dataTexts.has(text) || !/[A-Za-z]{3}/.test(text)) return false
    // First the browser's words: the data may contain a piece of one, such as "min" of "minutes".
    let rest = text.replace(plain, ' ')
    for (const part of parts) rest = rest.replaceAll(part, ' ')
    // A word with an accent is translated; references (`BK-2026-000123`), currencies and addresses are data.
    return (rest.match(/[\p{L}\d.@_-]+/gu) ?? []).some(
      (word) => /^[A-Za-z]{3,}$/.test(word) && !/^[A-Z]{3}$/.test(word),
    )
  }
  const isSeen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const found = new Set<string>()
  const note = (text: string | null | undefined) => {
    const shown = text?.replace(/\s+/g, ' ').trim() ?? ''
    if (shown && isMissed(shown)) found.add(shown)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent || parent.closest('script, style, noscript, template, kbd, [lang]:not(html)') || !isSeen(parent))
      continue
    note(node.textContent)
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    if (!isSeen(element)) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) note(element.getAttribute(name))
  }
  note(document.title)
  return [...found]
}
