import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { beforeClick } from '../../lib/forms/after-press.ts'
import { isComposing } from '../../lib/forms/is-composing.ts'
import { announce } from '../../lib/browser/announce.ts'
import { focusBeside } from '../layout/focus-beside.ts'
import { Button } from '../button.tsx'
import { controlClass, Field, type FieldProps } from './field.tsx'

export interface TagFieldProps extends FieldProps {
  items: readonly string[]
  /** Adds typed text, which may contain several items. */
  onAdd: (typed: string) => void
  onRemove: (item: string) => void
  /** Suggestions below the field, without those already added. */
  suggestions?: readonly string[]
  maxLength?: number
}

/** Field for a list of short texts. Enter and comma add; each has a remove button. */
export function TagField({ items, onAdd, onRemove, suggestions, maxLength, ...field }: TagFieldProps) {
  const [typed, setTyped] = useState('')
  const offered = (suggestions ?? []).filter(
    (suggestion) => !items.some((item) => item.toLowerCase() === suggestion.toLowerCase()),
  )

  const add = (text: string) => {
    setTyped('')
    if (text.trim() === '') return
    onAdd(text)
    announce(t`${text.trim()} added`)
  }
  const remove = (item: string) => {
    onRemove(item)
    announce(t`${item} removed`)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    const last = items.at(-1)
    // Held to delete the text, it stops there.
    if (event.key === 'Backspace' && !event.repeat && typed === '' && last !== undefined) remove(last)
  }

  return (
    <Field {...field}>
      {(aria) => (
        <div className="grid grid-cols-1 gap-3">
          {items.length > 0 && (
            <ul className="flex flex-wrap gap-2">
              {items.map((item) => (
                <li
                  key={item}
                  className="inline-flex min-h-9 max-w-full items-center rounded-full bg-accent-soft ps-3.5 text-sm font-medium pointer-coarse:min-h-11"
                >
                  <span className="truncate">{item}</span>
                  <button
                    type="button"
                    aria-label={t`Remove ${item}`}
                    onClick={({ currentTarget }) => {
                      focusBeside(currentTarget.closest('li'), 'button')
                      remove(item)
                    }}
                    className="grid size-9 shrink-0 place-items-center rounded-full text-text-muted hover:text-text pointer-coarse:size-11"
                  >
                    <X size={16} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <input
              {...aria}
              type="text"
              value={typed}
              maxLength={maxLength}
              autoComplete="off"
              enterKeyHint="done"
              onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
              onKeyDown={onKeyDown}
              // Add pending text on blur, so that it is not lost.
              onBlur={() => beforeClick(() => add(typed))}
              className={controlClass('min-w-0 flex-1')}
            />
            <Button
              variant="secondary"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(typed)}
              className="shrink-0"
            >
              <Trans>Add</Trans>
            </Button>
          </div>
          {offered.length > 0 && (
            <ul aria-label={t`Suggestions`} className="flex flex-wrap gap-2">
              {offered.map((suggestion) => (
                <li key={suggestion}>
                  <button
                    type="button"
                    // Keep the focus and pending text.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={({ currentTarget }) => {
                      const row = currentTarget.closest('li')
                      focusBeside(row, 'button')
                      // No other suggestion can take the focus.
                      if (row?.contains(document.activeElement)) document.getElementById(aria.id)?.focus()
                      add(suggestion)
                    }}
                    className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm hover:bg-surface-hover pointer-coarse:min-h-11"
                  >
                    <Plus size={14} aria-hidden="true" />
                    {suggestion}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}
