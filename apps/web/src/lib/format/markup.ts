/**
 * Parses the Markdown subset of messages to a tree; it is rendered as elements, so no HTML from a message reaches the
 * page.
 */

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'strong' | 'em' | 'strike'; content: Inline[] }
  | { type: 'link'; href: string; content: Inline[] }

export type Block =
  | { type: 'paragraph'; lines: Inline[][] }
  | { type: 'quote'; lines: Inline[][] }
  | { type: 'list'; start: number | null; items: Inline[][] }
  | { type: 'code'; text: string }

// One alternative per inline element; named groups tell which one matched.
const INLINE = new RegExp(
  [
    String.raw`\\([\\*_~${'`'}[\]])`,
    String.raw`(${'`'}+)(.+?)\2(?!${'`'})`,
    String.raw`\*\*(?=\S)(.+?)(?<=\S)\*\*(?!\*)`,
    String.raw`(?<![\p{L}\p{N}])__(?=\S)(.+?)(?<=\S)__(?![\p{L}\p{N}])`,
    String.raw`\*(?=[^\s*])(.+?)(?<=[^\s*])\*`,
    String.raw`(?<![\p{L}\p{N}_])_(?=[^\s_])(.+?)(?<=[^\s_])_(?![\p{L}\p{N}_])`,
    String.raw`~~(?=\S)(.+?)(?<=\S)~~`,
    String.raw`\[([^\]]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+|tel:[^\s)]+)\)`,
    String.raw`(https?:\/\/[^\s<>]+|(?<![\p{L}\p{N}@./])www\.[^\s<>]+\.[^\s<>]+)`,
  ].join('|'),
  'gu',
)

/** Removes sentence punctuation from the end of a URL and keeps balanced brackets. */
function trimAddress(address: string): string {
  let end = address
  for (;;) {
    const last = end.at(-1) ?? ''
    const unopened = last === ')' && (end.match(/\(/g)?.length ?? 0) < (end.match(/\)/g)?.length ?? 0)
    if (!unopened && !/[.,;:!?'"*_~]/.test(last)) return end
    end = end.slice(0, -1)
  }
}

function push(into: Inline[], text: string): void {
  if (text === '') return
  const last = into.at(-1)
  if (last?.type === 'text') last.text += text
  else into.push({ type: 'text', text })
}

/** Parses one line of text. */
export function parseInline(text: string): Inline[] {
  const found: Inline[] = []
  let from = 0
  INLINE.lastIndex = 0
  // Regular expressions are stateful, so nested parsing uses a copy.
  const expression = new RegExp(INLINE)
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    push(found, text.slice(from, match.index))
    from = match.index + match[0].length
    const [, escaped, , code, bold, bold2, italic, italic2, strike, label, target, address] = match
    const strong = bold ?? bold2
    const em = italic ?? italic2
    if (escaped !== undefined) push(found, escaped)
    else if (code !== undefined) found.push({ type: 'code', text: code })
    else if (strong !== undefined) found.push({ type: 'strong', content: parseInline(strong) })
    else if (em !== undefined) found.push({ type: 'em', content: parseInline(em) })
    else if (strike !== undefined) found.push({ type: 'strike', content: parseInline(strike) })
    else if (label !== undefined && target !== undefined) {
      found.push({ type: 'link', href: target, content: [{ type: 'text', text: label }] })
    } else if (address !== undefined) {
      const shown = trimAddress(address)
      const href = shown.startsWith('www.') ? `https://${shown}` : shown
      found.push({ type: 'link', href, content: [{ type: 'text', text: shown }] })
      from -= address.length - shown.length
      expression.lastIndex = from
    }
  }
  push(found, text.slice(from))
  return found
}

const FENCE = /^\s*```/
const QUOTE = /^\s*>\s?/
const BULLET = /^\s*[-*+]\s+(?=\S)/
const NUMBER = /^\s*(\d{1,4})[.)]\s+(?=\S)/

/** Parses a whole message. Line breaks are kept. */
export function parseMarkup(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const end = FENCE.test(line) ? lines.findIndex((other, index) => index > at && FENCE.test(other)) : -1
    if (end !== -1) {
      blocks.push({ type: 'code', text: lines.slice(at + 1, end).join('\n') })
      at = end
    } else addLine(blocks, line, lines[at - 1])
  }
  return blocks
}

function addLine(blocks: Block[], line: string, before: string | undefined): void {
  const last = blocks.at(-1)
  if (line.trim() === '') return
  const follows = before !== undefined && before.trim() !== ''
  const number = NUMBER.exec(line)
  if (QUOTE.test(line)) {
    const content = parseInline(line.replace(QUOTE, ''))
    if (last?.type === 'quote' && follows) last.lines.push(content)
    else blocks.push({ type: 'quote', lines: [content] })
  } else if (number || BULLET.test(line)) {
    const start = number ? Number(number[1]) : null
    const item = parseInline(line.replace(number ? NUMBER : BULLET, ''))
    if (last?.type === 'list' && follows && (last.start === null) === (start === null)) last.items.push(item)
    else blocks.push({ type: 'list', start, items: [item] })
  } else {
    const content = parseInline(line)
    if (last?.type === 'paragraph' && follows) last.lines.push(content)
    else blocks.push({ type: 'paragraph', lines: [content] })
  }
}

const inlineText = (inlines: readonly Inline[]): string =>
  inlines.map((inline) => ('text' in inline ? inline.text : inlineText(inline.content))).join('')

/** Text without markup, in one line: for previews and notifications. */
export function plainText(text: string): string {
  return parseMarkup(text)
    .flatMap((block) => {
      if (block.type === 'code') return [block.text]
      return (block.type === 'list' ? block.items : block.lines).map(inlineText)
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}
