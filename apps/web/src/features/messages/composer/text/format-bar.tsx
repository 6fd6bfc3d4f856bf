import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { t } from '@lingui/core/macro'
import { Bold, Code, Italic, Link, List, Strikethrough, TextQuote } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { MarkedText } from '../../message/text/marked-text.tsx'
import { formatChange, formats, hasMarks, type Format } from './format.ts'
import type { ComposerTools } from '../tools/tools.types.ts'
import { useComposerText, type ComposerText } from './composer-text.ts'

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
export const FormatPreview = memo(function FormatPreview({ writing }: { writing: ComposerText }) {
  const isMarked = useComposerText(writing, hasMarks)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!isMarked) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => setText(writing.getSnapshot())
    const stop = writing.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(draw, PREVIEW_DELAY_MS)
    })
    timer = setTimeout(draw, PREVIEW_DELAY_MS)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [isMarked, writing])
  if (!isMarked || text === '') return null
  return (
    <section
      aria-label={t`Preview`}
      className="mb-2 max-h-32 overflow-y-auto rounded-control border border-dashed border-line-strong px-3 py-2 text-base wrap-anywhere"
    >
      <MarkedText text={text} />
    </section>
  )
})
