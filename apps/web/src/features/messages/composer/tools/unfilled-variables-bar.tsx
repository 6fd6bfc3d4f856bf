import { unfilledVariables } from '@fettle/protocol/workspace/reply-text'
import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import type { ComposerTools } from './tools.types.ts'
import { useComposerText } from '../text/composer-text.ts'

const MAX_SHOWN = 4

/** Unfilled variables of a quick reply; a tap selects one. */
export const UnfilledVariablesBar = memo(function BlanksBar({ tools }: { tools: ComposerTools }) {
  const { writing, field } = tools
  const blanks = useComposerText(writing, (text) =>
    text.includes('{{')
      ? unfilledVariables(text)
          .map((blank) => blank.text)
          .join('\n')
      : '',
  )
  if (blanks === '') return null
  const select = (index: number) => {
    const blank = unfilledVariables(writing.getSnapshot())[index]
    tools.focus()
    if (blank) field.current?.setSelectionRange(blank.start, blank.end)
  }
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-2 text-sm">
      <span className="font-semibold text-warning">
        <Trans>To fill in:</Trans>
      </span>
      {blanks
        .split('\n')
        .slice(0, MAX_SHOWN)
        .map((blank, index) => (
          <button
            key={index}
            type="button"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => select(index)}
            className="min-h-8 max-w-full truncate rounded-full bg-warning-soft px-2.5 font-mono text-text pointer-coarse:min-h-11"
          >
            {blank}
          </button>
        ))}
    </div>
  )
})
