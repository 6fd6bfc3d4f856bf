import { t } from '@lingui/core/macro'
import { lazy, Suspense, useEffect, useId, useRef, useState, type Ref } from 'react'
import { formatter } from '../../lib/format/dates.ts'
import { whenIdle } from '../../lib/browser/idle.ts'
import { controlClass, Field, type FieldProps } from '../forms/field.tsx'
import { formOf, INCOMPLETE, useIncompleteGuard, whereIncomplete } from '../forms/incomplete.ts'

export type DateKind = 'date' | 'time' | 'datetime'

export interface DateFieldProps extends Omit<FieldProps, 'count'> {
  /** `YYYY-MM-DD`, `HH:mm` or `YYYY-MM-DDTHH:mm`; empty while incomplete. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** First and last allowed day, in the format of the value. */
  min?: string
  max?: string
  disabled?: boolean
  /** Hides the label visually. */
  isLabelHidden?: boolean
  /** Focuses the first segment. */
  ref?: Ref<HTMLElement>
}

// The control is large and not part of any first screen. It loads with the sheet that contains the field, so that the
// sheet also opens offline.
const loadControl = () => import('./date-control.tsx')
const DateControl = lazy(loadControl)
void whenIdle()
  .then(loadControl)
  .catch(() => undefined)

/** Date field in the app's language and format. */
export const DateField = (props: DateFieldProps) => <DateOrTimeField kind="date" {...props} />

type TimeFieldProps = Omit<DateFieldProps, 'min' | 'max'>

/** Time field in the app's format. */
export const TimeField = (props: TimeFieldProps) => <DateOrTimeField kind="time" {...props} />

/** Date and time field. */
export const DateTimeField = (props: DateFieldProps) => <DateOrTimeField kind="datetime" {...props} />

function incompleteText(kind: DateKind): string {
  if (kind === 'date') return t`Enter a complete date.`
  return kind === 'time' ? t`Enter a complete time.` : t`Enter a complete date and time.`
}

/** Submits a form as Enter in an input does: by its button, which may be busy or disabled. */
function submit(form: HTMLFormElement | null): void {
  const controls = form ? [...form.elements] : []
  const button = controls.find((each) => each instanceof HTMLButtonElement && each.type === 'submit')
  if (button instanceof HTMLButtonElement) button.click()
  else form?.requestSubmit()
}

function DateOrTimeField({ kind, ...props }: DateFieldProps & { kind: DateKind }) {
  const { label, hint, error, optional, aside, className, isLabelHidden, value, onChange, onBlur, ...control } = props
  const generatedId = useId()
  const id = props.id ?? generatedId
  const box = useRef<HTMLDivElement>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [isProblemShown, setIsProblemShown] = useState(false)
  if (isProblemShown && !isIncomplete) setIsProblemShown(false)

  useIncompleteGuard(box, isIncomplete)
  useEffect(() => {
    const element = box.current
    if (!isIncomplete || !element) return
    const showProblem = () => setIsProblemShown(true)
    element.addEventListener(INCOMPLETE, showProblem)
    return () => element.removeEventListener(INCOMPLETE, showProblem)
  }, [isIncomplete])

  const problem = isProblemShown && isIncomplete ? incompleteText(kind) : error
  return (
    <Field
      {...{ label, hint, optional: optional ?? false, aside, className, isLabelHidden, id }}
      error={problem}
      isGroup
    >
      {(aria) => (
        <div
          ref={box}
          {...(isIncomplete && whereIncomplete)}
          onBlur={(event) => {
            if (event.currentTarget.contains(event.relatedTarget)) return
            setIsProblemShown(isIncomplete)
            onBlur?.()
          }}
          onKeyDownCapture={(event) => {
            // Implicit submission by Enter; segments are no form inputs.
            if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.isContentEditable)
              submit(formOf(event.currentTarget))
          }}
          className="relative min-w-0"
        >
          <Suspense fallback={<StaticValue id={id} kind={kind} value={value} />}>
            <DateControl
              {...control}
              {...aria}
              kind={kind}
              value={value}
              onChange={onChange}
              onIncomplete={setIncomplete}
            />
          </Suspense>
        </div>
      )}
    </Field>
  )
}

const dayFormat = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const timeFormat = { hour: '2-digit', minute: '2-digit' } as const
const formats = { date: dayFormat, time: timeFormat, datetime: { ...dayFormat, ...timeFormat } }

function textOf(kind: DateKind, value: string): string {
  const at = new Date(`${kind === 'time' ? `2000-01-01T${value}` : value}${kind === 'date' ? 'T00:00' : ''}Z`)
  if (Number.isNaN(at.getTime())) return '\u00a0'
  return formatter().date(at, { ...formats[kind], calendar: 'gregory', timeZone: 'UTC' })
}

/** The value as text, shown until the control has loaded. */
const StaticValue = ({ id, kind, value }: { id: string; kind: DateKind; value: string }) => (
  <div id={id} tabIndex={-1} aria-busy="true" className={controlClass('truncate tabular-nums')}>
    {textOf(kind, value)}
  </div>
)
