import { Trans } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { isComposing } from '../../../../lib/forms/is-composing.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { focusAround } from '../../../../ui/layout/focus-around.ts'
import { chatToast } from '../../alerts/chat-toast.ts'

export interface SingleLineFormProps {
  label: string
  initial?: string
  max: number
  send: string
  /** Returns why the text cannot be sent, or undefined. */
  check: (text: string) => string | undefined
  onSend: (text: string) => Promise<unknown>
  onDone: () => void
  extra?: ReactNode
}

/** Always the same function: another one would be called with the field again, and take the focus back. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus({ preventScroll: true })

/** Single-line form; a refused text stays with the reason below it. When it closes, the focus moves to its message. */
export function SingleLineForm({ label, initial = '', max, send, check, onSend, onDone, extra }: SingleLineFormProps) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    const form = ref.current
    return () => focusAround(form, '[data-message]')
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = check(text)
    setProblem(wrong)
    if (wrong || busy) return
    setBusy(true)
    onSend(text.trim()).then(onDone, (error: unknown) => {
      setBusy(false)
      setProblem(chatToast.refused(error))
    })
  }
  return (
    <form ref={ref} noValidate onSubmit={submit} className="grid gap-2">
      <TextField
        ref={takeFocus}
        label={label}
        value={text}
        maxLength={max}
        error={problem}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value)
          setProblem(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isComposing(event)) onDone()
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={busy}>
          {send}
        </Button>
        <Button variant="quiet" size="sm" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        {extra}
      </div>
    </form>
  )
}
