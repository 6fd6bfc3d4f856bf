import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'

interface NewDocumentDialogProps {
  title: ReactNode
  description: ReactNode
  /** Label of the button that creates it. */
  create: ReactNode
  busy: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Dialog that creates a document. */
export function NewDocumentDialog(props: NewDocumentDialogProps) {
  const { title, description, create, busy, onSubmit, onClose, children } = props
  const formId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {create}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}

interface TemplateFieldProps {
  label: string
  /** Label of starting without a template. */
  none: string
  templates: readonly { id: string; name: string }[]
  value: string
  onChange: (id: string) => void
}

/** Chooses the template a new document starts from. */
export const TemplateField = ({ label, none, templates, value, onChange }: TemplateFieldProps) => (
  <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    <option value="">{none}</option>
    {templates.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </SelectField>
)
