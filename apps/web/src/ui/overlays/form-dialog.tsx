import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode, type Ref } from 'react'
import { Button, type ButtonVariant } from '../button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'closable' | 'onClose'> {
  /** Label of the submit button. */
  submit: ReactNode
  /** Label of the button that closes the dialog. */
  cancel?: ReactNode
  variant?: ButtonVariant | undefined
  busy?: boolean | undefined
  disabled?: boolean
  onSubmit: () => void
  formRef?: Ref<HTMLFormElement>
  /** Fields of the form. */
  children?: ReactNode
  /** Content below the form. */
  after?: ReactNode
}

/** Dialog with a form. The buttons are outside the form, in the dialog's foot. */
export function FormDialog(props: FormDialogProps) {
  const {
    submit,
    cancel,
    variant,
    busy = false,
    disabled = false,
    onSubmit,
    formRef,
    children,
    after,
    ...dialog
  } = props
  const id = useId()
  return (
    <Dialog
      {...dialog}
      open
      footer={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {cancel ?? <Trans>Close</Trans>}
          </Button>
          <Button type="submit" form={id} busy={busy} disabled={disabled} {...(variant && { variant })}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
        className="grid gap-5"
      >
        {children}
      </form>
      {after}
    </Dialog>
  )
}
