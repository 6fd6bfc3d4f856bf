import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { GripVertical, X } from 'lucide-react'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../../../lib/forms/is-composing.ts'
import { announce } from '../../../../lib/browser/announce.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { controlClass, FieldError } from '../../../../ui/forms/field.tsx'
import { focusBeside } from '../../../../ui/layout/focus-beside.ts'
import { moveOption, pasteOptions, removeOption, typeOption, hasInput, type PollForm } from './poll-form.ts'

export interface OptionLinesProps {
  form: PollForm
  onChange: (form: PollForm) => void
  /** Problems by option index. */
  problems: ReadonlyMap<number, string>
  /** Problem of the options as a whole. */
  problem: string | undefined
  onBlur: (key: string) => void
}

/** Editable options of a poll, reordered by dragging or with arrow keys on the handle. */
export function OptionLines({ form, onChange, problems, problem, onBlur }: OptionLinesProps) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<string>()
  const count = hasInput(form.options).length

  const move = (key: string, to: number) => {
    const next = moveOption(form, key, to)
    if (next === form) return
    onChange(next)
    announce(t`Option ${to + 1} of ${count}`)
  }
  const inputs = () => [...(list.current?.querySelectorAll('input') ?? [])]
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const isEmpty = event.currentTarget.value === ''
    if (event.key === 'Enter' && !isComposing(event)) {
      event.preventDefault()
      inputs()[index + 1]?.focus()
    } else if (event.key === 'Backspace' && isEmpty && index > 0) {
      event.preventDefault()
      inputs()[index - 1]?.focus()
      onChange(removeOption(form, form.options[index]?.key ?? ''))
    }
  }
  /** Index of the row under the pointer. */
  const placeAt = (y: number): number => {
    const rows = [...(list.current?.children ?? [])].slice(0, count)
    const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
    return at < 0 ? count - 1 : at
  }

  return (
    <fieldset className="grid gap-1.5" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Options</Trans>
      </legend>
      <ul ref={list} className="grid gap-2">
        {form.options.map(({ key, text }, index) => {
          const wrong = problems.get(index)
          const isWritten = index < count
          const position = index + 1
          return (
            <li key={key} className={clsx('grid gap-1 rounded-control', dragged === key && 'bg-surface-hover')}>
              <div className="flex items-center gap-1">
                <IconButton
                  label={t`Move option ${position}`}
                  icon={<GripVertical size={18} />}
                  disabled={!isWritten || count < 2}
                  className="w-8 cursor-grab touch-none"
                  onKeyDown={(event) => {
                    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
                    event.preventDefault()
                    move(key, index + (event.key === 'ArrowUp' ? -1 : 1))
                  }}
                  onPointerDown={(event) => {
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDragged(key)
                  }}
                  onPointerMove={(event) => {
                    if (dragged === key) move(key, placeAt(event.clientY))
                  }}
                  onPointerUp={() => setDragged(undefined)}
                  onPointerCancel={() => setDragged(undefined)}
                />
                <input
                  type="text"
                  value={text}
                  aria-label={t`Option ${position}`}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={wrong ? `${id}-${key}` : undefined}
                  placeholder={isWritten ? undefined : t`Add an option`}
                  maxLength={chatLimits.pollOptionCharacters}
                  autoComplete="off"
                  enterKeyHint="next"
                  onChange={(event) => onChange(typeOption(form, key, event.target.value))}
                  onPaste={(event) => {
                    const pasted = event.clipboardData.getData('text')
                    if (!pasted.includes('\n')) return
                    event.preventDefault()
                    onChange(pasteOptions(form, key, pasted))
                  }}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  onBlur={() => onBlur(key)}
                  className={controlClass()}
                />
                <IconButton
                  label={t`Remove option ${position}`}
                  icon={<X size={18} />}
                  disabled={!isWritten}
                  onClick={({ currentTarget }) => {
                    focusBeside(currentTarget.closest('li'), 'input')
                    onChange(removeOption(form, key))
                  }}
                />
              </div>
              {wrong && (
                <div className="ps-9">
                  <FieldError id={`${id}-${key}`}>{wrong}</FieldError>
                </div>
              )}
            </li>
          )
        })}
      </ul>
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
    </fieldset>
  )
}
