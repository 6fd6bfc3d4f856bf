import { SelectField } from '../../ui/forms/field.tsx'

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
