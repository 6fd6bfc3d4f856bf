import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type RefObject } from 'react'
import { afterPress } from '../../lib/forms/after-press.ts'
import { clearDraft, readDraft, writeDraft } from '../../lib/forms/form-drafts.ts'
import {
  updateProblems,
  serverProblems,
  problemAt,
  type ValidationResult,
  type FieldProblem,
  type ShownFieldProblem,
} from '../../lib/forms/problems.ts'
import type { SummaryItem } from '../../ui/forms/error-summary.tsx'
import type * as schemas from './checks.ts'
import type { RawForm } from './model.ts'
import { usePageRestored } from './use-page-restored.ts'

export interface FormOptions<Values> {
  /** Key under which the input survives a reload; passwords are never stored. */
  draft?: string
  /** Keeps the draft after it was sent, so that going back to correct it starts with it. */
  keepsDraft?: boolean
  check: (raw: RawForm, checks: Checks) => ValidationResult<Values>
  /** Resolves when the page is about to navigate away. */
  submit: (values: Values) => Promise<void>
  /** Maps a failed submit to form problems. */
  refused: (error: unknown, raw: RawForm) => FieldProblem[]
  /** Labels of the fields by which a summary names those with a problem, which is shown at the field. */
  labels?: Readonly<Record<string, string>>
  /** Values of fields that are not plain inputs. */
  controlled?: RawForm
  /** Called once after hydration with the stored values of the controlled fields. */
  onRestore?: (draft: RawForm, form: HTMLFormElement) => void
}

type Checks = typeof schemas

/**
 * Loads the schemas. They are as large as the page and load after it, long before a password is typed. Undefined when
 * the device is offline.
 */
const loadChecks = (): Promise<Checks | undefined> => import('./checks.ts').catch(() => undefined)

const controls = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name !== '',
  )

const valueOf = (input: HTMLInputElement): string | boolean => (input.type === 'checkbox' ? input.checked : input.value)

const read = (form: HTMLFormElement, controlled: RawForm = {}): RawForm => ({
  ...Object.fromEntries(controls(form).map((input) => [input.name, valueOf(input)])),
  ...controlled,
})

function restore(form: HTMLFormElement, draft: RawForm, controlled: RawForm = {}): void {
  for (const input of controls(form)) {
    const stored = draft[input.name]
    if (input.name in controlled) continue
    if (typeof stored === 'boolean' && input.type === 'checkbox') input.checked ||= stored
    else if (typeof stored === 'string' && input.value === '') input.value = stored
  }
}

const sortByField = (form: HTMLFormElement, problems: FieldProblem[]): FieldProblem[] => {
  const order = controls(form).map(({ name }) => name)
  return [...problems].sort((one, other) => order.indexOf(one.field) - order.indexOf(other.field))
}

/**
 * Form handling of the sign-in pages. Fields are uncontrolled, so that text typed before hydration is kept and no form
 * library is needed.
 */
export function useForm<Values>(options: FormOptions<Values>) {
  const { draft, check, controlled } = options
  const ref = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<readonly ShownFieldProblem[]>([])
  const [failedSubmits, setFailedSubmits] = useState(0)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const checks = useRef<Checks>(undefined)

  async function getChecks(): Promise<Checks | undefined> {
    checks.current ??= await loadChecks()
    return checks.current
  }

  const setRunning = (on: boolean) => {
    running.current = on
    setBusy(on)
  }

  const showProblems = (form: HTMLFormElement, found: ShownFieldProblem[]) => {
    setProblems(sortByField(form, found))
    setFailedSubmits((count) => count + 1)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (running.current) return
    setRunning(true)
    const raw = read(form, controlled)
    const loaded = await getChecks()
    const checked = loaded ? check(raw, loaded) : { ok: false as const, problems: [hasMissingFields()] }
    if (!checked.ok) {
      setRunning(false)
      return showProblems(form, checked.problems)
    }
    setProblems([])
    try {
      await options.submit(checked.values)
      // Stays busy: the next page is loading.
      if (draft && !options.keepsDraft) clearDraft(draft)
    } catch (error) {
      setRunning(false)
      showProblems(form, serverProblems(options.refused(error, raw)))
    }
  }

  /** Updates a problem that is shown while typing; a new one appears when the field is left. */
  function fieldChanged(form: HTMLFormElement, name: string) {
    const raw = read(form, controlled)
    if (draft) writeDraft(draft, withoutSecrets(form, raw))
    if (problems.length > 0 && checks.current) setProblems(updateProblems(problems, check(raw, checks.current), name))
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const name = nameOf(event.target)
    // A controlled field's value is known only after the next render.
    if (!(name in (controlled ?? {}))) fieldChanged(event.currentTarget, name)
  }

  function onBlur({ currentTarget: form, target }: FocusEvent<HTMLFormElement>) {
    const name = nameOf(target)
    if (!name) return
    afterPress(() => {
      if (!checks.current) return
      const raw = read(form, controlled)
      const checked = check(raw, checks.current)
      const message = checked.ok ? undefined : problemAt(checked.problems, name)
      if (!message || raw[name] === '' || running.current) return
      setProblems((shown) => (problemAt(shown, name) ? shown : sortByField(form, [...shown, { field: name, message }])))
    })
  }

  const controlledKey = JSON.stringify(controlled)
  const lastControlledKey = useRef(controlledKey)
  useEffect(() => {
    if (lastControlledKey.current === controlledKey || !ref.current) return
    lastControlledKey.current = controlledKey
    for (const name of Object.keys(controlled ?? {})) fieldChanged(ref.current, name)
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when a controlled value changes
  }, [controlledKey])

  useEffect(() => {
    void getChecks()
    restoreDraft(ref, draft, controlled, options.onRestore)
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, on hydration
  }, [])

  usePageRestored(() => setRunning(false))

  useEffect(() => {
    if (failedSubmits === 0) return
    const field = ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (field) field.focus()
    // The message about the form is above it, out of sight of the button on a phone.
    else ref.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'center' })
  }, [failedSubmits])

  return {
    busy,
    /** Problem of the form as a whole. */
    message: problemAt(problems, ''),
    /** Fields with a problem, for the summary. */
    summary: failedSubmits > 0 ? problems.flatMap((problem) => summaryOf(problem, options.labels ?? {})) : [],
    form: { ref, onSubmit, onInput, onBlur, noValidate: true, method: 'post' as const },
    field: (name: string) => ({ id: name, name, error: problemAt(problems, name) }),
  }
}

/** A field by its label; one that is not on the page by what is wrong with it. */
const summaryOf = ({ field, message }: FieldProblem, labels: Readonly<Record<string, string>>): SummaryItem[] =>
  field === '' ? [] : [{ field, message: labels[field] ?? message }]

const hasMissingFields = (): FieldProblem => ({
  field: '',
  message: t`Part of this page didn't load. Check your connection and try again.`,
})

const nameOf = (target: EventTarget): string => (target instanceof HTMLInputElement ? target.name : '')

function withoutSecrets(form: HTMLFormElement, raw: RawForm): RawForm {
  // A visible password is a text input; its autocomplete attribute identifies it.
  const secret = controls(form).filter((input) => input.autocomplete.endsWith('password') || input.type === 'password')
  const names = new Set(secret.map(({ name }) => name))
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !names.has(name)))
}

function restoreDraft(
  ref: RefObject<HTMLFormElement | null>,
  draft: string | undefined,
  controlled: RawForm | undefined,
  onRestore: FormOptions<unknown>['onRestore'],
): void {
  const form = ref.current
  if (!form) return
  const stored = (draft ? readDraft(draft) : undefined) as RawForm | undefined
  restore(form, stored ?? {}, controlled)
  onRestore?.(stored ?? {}, form)
  // Submitted before hydration: the page's head has held the event back (see entries/inline/auth-boot.js).
  const earlySubmit = window.fettleSubmit
  window.fettleSubmit = 'ready'
  if (earlySubmit === form) form.requestSubmit()
}
