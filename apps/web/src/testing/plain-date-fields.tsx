import type { DateFieldProps } from '../ui/dates/date-field.tsx'

const PlainField = ({ label, value, error, onChange }: DateFieldProps) => (
  <label>
    {label}
    <input value={value} onChange={({ target }) => onChange(target.value)} />
    {error}
  </label>
)

/** Stand-ins of the module with the date fields, to type a date or time at once. */
export const plainDateFields = { DateField: PlainField, TimeField: PlainField }
