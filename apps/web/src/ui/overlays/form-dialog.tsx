import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'onClose'> {
  /** Label of the submit button. */
  submit: ReactNode
  /** Label of the button that closes the dialog. */
  cancel?: ReactNode
  variant?: ButtonVariant | undefined
  /** While the form is sent, the dialog cannot be closed: a refusal must be seen. */
  busy?: boolean | undefined
  disabled?: boolean
  onSubmit: () => void
  /** Called when a field has changed, or a button among the fields was pressed. */
  onChange?: () => void
  /** Fields of the form. */
  children?: ReactNode
  /** Content below the form. */
  after?: ReactNode
  /** Content beside the form, for desks only: it makes the dialog wider. */
  aside?: ReactNode
}

/** A field with an error. A group of choices cannot have the focus itself. */
const invalidField = '[aria-invalid=true]:not(fieldset), fieldset[aria-invalid=true] input'

/** Dialog with a form. The buttons are outside the form, in the dialog's foot. */
export function FormDialog(props: FormDialogProps) {
  const {
    submit,
    cancel,
    variant,
    busy = false,
    disabled = false,
    onSubmit,
    onChange,
    children,
    after,
    aside,
    ...dialog
  } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // Focus the first invalid field, also for the server's errors.
  useEffect(() => {
    if (tries > 0 && !busy) form.current?.querySelector<HTMLElement>(invalidField)?.focus()
  }, [tries, busy])
  return (
    <Dialog
      {...dialog}
      closable={!busy}
      wide={Boolean(aside)}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={dialog.onClose}>
            {cancel ?? <Trans>Close</Trans>}
          </Button>
          <Button type="submit" form={id} busy={busy} disabled={disabled} {...(variant && { variant })}>
            {submit}
          </Button>
        </>
      }
    >
      <div className={aside ? 'grid grid-cols-[16rem_minmax(0,1fr)] items-start gap-6' : undefined}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a button activated by keyboard also fires a click */}
        <form
          ref={form}
          id={id}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTries(tries + 1)
            onSubmit()
          }}
          onChange={onChange}
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('button')) onChange?.()
          }}
          className="grid gap-5"
        >
          {children}
        </form>
        {aside}
      </div>
      {after}
    </Dialog>
  )
}
