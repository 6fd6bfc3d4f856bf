import clsx from 'clsx'
import { Trans } from '@lingui/react/macro'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { formatter } from '../../lib/format/dates.ts'
import { AlertGlyph, DownGlyph } from '../icons/glyphs.tsx'

/** Props that connect a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Shows "optional" beside the label; other fields are required. */
  optional?: boolean
  /** Character count, shown near the limit. */
  count?: { used: number; of: number }
  /** Content at the end of the label row, for example a link. */
  aside?: ReactNode
  id?: string | undefined
  className?: string | undefined
}

interface FrameProps extends FieldProps {
  /** The control is a group: the label names it, and clicking the label focuses it. */
  isGroup?: boolean
  /** Reads the error out: the field has the focus already when it appears. */
  announcesError?: boolean
  /** Hides the label visually where the context is clear. */
  isLabelHidden?: boolean | undefined
  children: (control: ControlProps) => ReactNode
}

/** Classes of a text input. */
export const controlClass = (className?: string) => clsx('control', className)

/** Id of a group's label. */
export const labelIdOf = (id: string) => `${id}-label`

/** Label, hint, error and character count around a control. */
export function Field(props: FrameProps) {
  const { label, hint, error, optional, count, aside, className, isGroup, isLabelHidden, announcesError, children } =
    props
  const generatedId = useId()
  const id = props.id ?? generatedId
  const tight = count && count.used >= count.of * 0.8
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, tight && `${id}-count`].filter(Boolean).join(' ')
  return (
    <div className={clsx('grid grid-cols-1 gap-1.5', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label
          {...(isGroup && { id: labelIdOf(id), onClick: () => document.getElementById(id)?.focus() })}
          htmlFor={id}
          className="text-sm font-semibold"
        >
          {label}
          {optional && (
            <>
              {' '}
              <span className="ms-0.5 font-normal text-text-muted">
                <Trans>optional</Trans>
              </span>
            </>
          )}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <FieldError id={`${id}-error`} alert={announcesError ?? false}>
          {error}
        </FieldError>
      )}
      {(hint || tight) && (
        <div className="flex justify-between gap-3 text-sm text-text-muted">
          <span id={`${id}-hint`}>{hint}</span>
          {tight && (
            <span id={`${id}-count`} className={clsx('tabular-nums', count.used > count.of && 'text-danger')}>
              {formatter().number(count.used)}/{formatter().number(count.of)}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

/** Error message of a field. `alert` reads it out where the focus does not move to the field. */
export const FieldError = ({ id, alert, children }: { id?: string; alert?: boolean; children: ReactNode }) => (
  <p id={id} role={alert ? 'alert' : undefined} className="flex gap-1.5 text-sm font-medium text-danger">
    <AlertGlyph className="mt-0.5 shrink-0" />
    <span>{children}</span>
  </p>
)

type OwnProps<Tag extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<Tag>, keyof FieldProps> & FieldProps

function split<Props extends FieldProps>(props: Props) {
  const { label, hint, error, optional, count, aside, id, className, ...control } = props
  return { field: { label, hint, error, optional, count, aside, id, className } as FieldProps, control }
}

/** Direction of typed text follows its first strong character; an empty field follows the page. */
const dirOf = (value: unknown) => (typeof value === 'string' && value !== '' ? 'auto' : undefined)

/** Attribute of a required control. The native one would have the browser show messages of its own. */
export const requiredUnless = (isOptional = false) => (isOptional ? {} : { 'aria-required': true })

/** Text input with label, hint and error. */
export function TextField(props: OwnProps<'input'>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      {(aria) => (
        <input
          type="text"
          dir={dirOf(control.value)}
          {...requiredUnless(field.optional || control.readOnly)}
          {...control}
          {...aria}
          className={controlClass()}
        />
      )}
    </Field>
  )
}

/** Native select with label and error. */
export function SelectField({ children, ...props }: OwnProps<'select'>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      {(aria) => (
        <div className="relative">
          <select {...control} {...aria} className={controlClass('appearance-none truncate pe-11')}>
            {children}
          </select>
          <DownGlyph className="pointer-events-none absolute inset-y-0 end-3.5 my-auto text-text-muted" />
        </div>
      )}
    </Field>
  )
}

/** Multi-line text input with label, hint and error. */
export function TextAreaField(props: OwnProps<'textarea'>) {
  const { field, control } = split(props)
  return (
    <Field {...field}>
      {(aria) => (
        <textarea
          rows={4}
          dir={dirOf(control.value)}
          {...requiredUnless(field.optional || control.readOnly)}
          {...control}
          {...aria}
          className={controlClass('field-sizing-content min-h-28 resize-y')}
        />
      )}
    </Field>
  )
}
