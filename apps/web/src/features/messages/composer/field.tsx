import { isEmptyText } from '@fettle/protocol/chat/messages/text'
import { t } from '@lingui/core/macro'
import { memo, type KeyboardEvent, type Ref } from 'react'
import { isTooLong } from './text/counter.tsx'
import { enterSends, useChoice } from './text/device-choice.ts'
import type { ComposerTools } from './tools/tools.types.ts'
import { useComposerText } from './text/composer-text.ts'

export interface ComposerFieldProps {
  ref: Ref<HTMLTextAreaElement>
  tools: ComposerTools
  /** Name of the recipient. */
  to: string
  /** Handles a key and returns whether it was consumed. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onFiles: (files: readonly File[]) => void
}

/** The text field; the only part that renders on every keystroke. */
export const Field = memo(function Field({ ref, tools, to, onKey, onFiles }: ComposerFieldProps) {
  const { writing, target, suggestions } = tools
  const text = useComposerText(writing, (all) => all)
  const sends = useChoice(enterSends)
  return (
    <textarea
      ref={ref}
      value={text}
      dir={text === '' ? undefined : 'auto'}
      rows={1}
      aria-label={target.parentId === null ? t`Message to ${to}` : t`Reply in thread`}
      aria-invalid={isTooLong(text) || undefined}
      placeholder={target.parentId === null ? t`Message` : t`Reply`}
      enterKeyHint={sends ? 'send' : 'enter'}
      autoComplete="off"
      aria-autocomplete="list"
      onChange={({ target: { value, selectionEnd } }) => {
        writing.set(value)
        suggestions.write(value, selectionEnd)
        if (isEmptyText(value)) target.store.stopTyping()
        else target.store.keystroke()
      }}
      onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) => {
        // Suggestions belong to the word at the caret; moving the caret elsewhere closes them.
        if (suggestions.getSnapshot().status === 'none') return
        if (selectionStart === selectionEnd) suggestions.write(value, selectionEnd)
        else suggestions.close()
      }}
      onBlur={() => suggestions.close()}
      onKeyDown={onKey}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        onFiles([...event.clipboardData.files])
      }}
      className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-[22px] border border-line-strong bg-surface-raised px-4 py-2.5 text-base leading-normal placeholder:truncate placeholder:text-text-muted focus:border-accent-text focus:outline-2 focus:-outline-offset-1 focus:outline-accent-text aria-invalid:border-danger"
    />
  )
})
