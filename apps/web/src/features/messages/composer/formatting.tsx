import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Bold, Code, Italic, Link, List, Strikethrough, TextQuote } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { type TextChange, useComposerText, type ComposerText } from './composer-text.ts'
import { latinKey } from '../../../shared/shortcuts/latin-key.ts'
import { IconButton } from '../../../ui/button.tsx'
import { MessageText } from '../message/text/message-text.tsx'
import type { ComposerTools } from './composer-tools.ts'

/** Markdown formats. Applying one again removes it. */

export const formats = ['bold', 'italic', 'strike', 'code', 'list', 'quote', 'link'] as const
export type Format = (typeof formats)[number]

const marks = { bold: '**', italic: '_', strike: '~~', code: '`' } as const

/** A text and the range of it that is selected. */
interface Selection {
  text: string
  start: number
  end: number
}

/** Puts `mark` around the selection, or removes it there. */
function wrap({ text, start: from, end: to }: Selection, mark: string): TextChange {
  const chosen = text.slice(from, to)
  // Markers enclose the words, not the surrounding spaces.
  const start = from + (chosen.length - chosen.trimStart().length)
  const end = Math.max(start, to - (chosen.length - chosen.trimEnd().length))
  const inner = text.slice(start, end)
  const size = mark.length
  if (inner.length >= 2 * size && inner.startsWith(mark) && inner.endsWith(mark)) {
    const bare = inner.slice(size, -size)
    return { start, end, insert: bare, select: [start, start + bare.length] }
  }
  const isMarked = text.slice(start - size, start) === mark && text.slice(end, end + size) === mark
  if (isMarked && start >= size) {
    return { start: start - size, end: end + size, insert: inner, select: [start - size, start - size + inner.length] }
  }
  return { start, end, insert: mark + inner + mark, select: [start + size, start + size + inner.length] }
}

/** Extends a range to whole lines. */
function linesOf(text: string, start: number, end: number): [number, number] {
  const to = text.indexOf('\n', Math.max(start, end - (end > start && text[end - 1] === '\n' ? 1 : 0)))
  return [text.lastIndexOf('\n', start - 1) + 1, to === -1 ? text.length : to]
}

/** Puts `mark` before each line of the selection, or removes it if all match `markPattern`. */
function prefixLines({ text, start, end }: Selection, mark: string, markPattern: RegExp): TextChange {
  const [from, to] = linesOf(text, start, end)
  const lines = text.slice(from, to).split('\n')
  const isMarked = lines.every((line) => markPattern.test(line))
  const changed = lines.map((line) =>
    isMarked ? line.replace(markPattern, '') : markPattern.test(line) ? line : mark + line,
  )
  const insert = changed.join('\n')
  if (start === end) {
    const caret = Math.max(from, end + insert.length - (to - from))
    return { start: from, end: to, insert, select: [caret, caret] }
  }
  return { start: from, end: to, insert, select: [from, from + insert.length] }
}

/** Computes the change of applying a format to the selection. */
export function formatChange(text: string, start: number, end: number, format: Format): TextChange {
  const chosen = text.slice(start, end)
  if (format === 'list') return prefixLines({ text, start, end }, '- ', /^\s*(?:[-*+]|\d{1,4}[.)])\s+/)
  if (format === 'quote') return prefixLines({ text, start, end }, '> ', /^\s*>\s?/)
  if (format === 'link') {
    if (/^https?:\/\/\S+$/.test(chosen)) {
      return { start, end, insert: `[](${chosen})`, select: [start + 1, start + 1] }
    }
    const address = start + chosen.length + 3
    return { start, end, insert: `[${chosen}](https://)`, select: [address, address + 'https://'.length] }
  }
  if (format === 'code' && chosen.includes('\n')) {
    return { start, end, insert: `\`\`\`\n${chosen}\n\`\`\``, select: [start + 4, start + 4 + chosen.length] }
  }
  return wrap({ text, start, end }, marks[format])
}

/** Format of a keyboard shortcut: Ctrl or ⌘ with B, I, E; with Shift: X, U, 8 and 9. */
export function formatOfKey(event: {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}): Format | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  // With Shift the digit keys produce different characters on every layout.
  if (event.shiftKey) {
    return ({ KeyX: 'strike', KeyU: 'link', Digit8: 'list', Digit9: 'quote' } as const)[event.code]
  }
  return ({ b: 'bold', i: 'italic', e: 'code' } as const)[latinKey(event).toLowerCase()]
}

/** Whether a text may contain markup. Fast, with false positives. */
export const hasMarks = (text: string): boolean => /[*_~]\S|`|\]\(|^\s*(?:>|[-*+]\s|\d{1,4}[.)]\s)/m.test(text)

const formatButtons = {
  bold: { label: msg`Bold`, keys: 'Ctrl+B', Icon: Bold },
  italic: { label: msg`Italic`, keys: 'Ctrl+I', Icon: Italic },
  strike: { label: msg`Strikethrough`, keys: 'Ctrl+Shift+X', Icon: Strikethrough },
  code: { label: msg`Code`, keys: 'Ctrl+E', Icon: Code },
  list: { label: msg`List`, keys: 'Ctrl+Shift+8', Icon: List },
  quote: { label: msg`Quote`, keys: 'Ctrl+Shift+9', Icon: TextQuote },
  link: { label: msg`Link`, keys: 'Ctrl+Shift+U', Icon: Link },
} as const

/** Applies a format to the selection. */
export function applyFormat({ field, change }: ComposerTools, format: Format): void {
  const input = field.current
  if (input) change(formatChange(input.value, input.selectionStart, input.selectionEnd, format))
}

/** Formatting buttons. */
export const FormatBar = memo(function FormatBar({ tools }: { tools: ComposerTools }) {
  const { _ } = useLingui()
  return (
    <div role="toolbar" aria-label={t`Formatting`} className="-ms-1.5 flex overflow-x-auto pb-1">
      {formats.map((format) => {
        const { label, keys, Icon } = formatButtons[format]
        return (
          <IconButton
            key={format}
            label={`${_(label)} (${keys})`}
            aria-keyshortcuts={keys.replace('Ctrl', 'Control')}
            icon={<Icon size={18} />}
            // Keep the selection.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => applyFormat(tools, format)}
            className="md:size-9"
          />
        )
      })}
    </div>
  )
})

const PREVIEW_DELAY_MS = 200

/** Preview of formatted text, rendered with low priority so that typing stays responsive. */
export const FormatPreview = memo(function FormatPreview({ composerText }: { composerText: ComposerText }) {
  const isMarked = useComposerText(composerText, hasMarks)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!isMarked) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => setText(composerText.getSnapshot())
    const stop = composerText.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(draw, PREVIEW_DELAY_MS)
    })
    timer = setTimeout(draw, PREVIEW_DELAY_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isMarked, composerText])
  if (!isMarked || text === '') return null
  return (
    <section
      aria-label={t`Preview`}
      className="mb-2 max-h-32 overflow-y-auto rounded-control border border-dashed border-line-strong px-3 py-2 text-base wrap-anywhere"
    >
      <MessageText text={text} />
    </section>
  )
})
