import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState, type ChangeEvent, type FocusEvent, type FormEvent } from 'react'
import { isSameJson } from '../../lib/is-same-json.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { afterPress } from '../../lib/forms/after-press.ts'
import { clearDraft, readDraft, writeDraft } from '../../lib/forms/form-drafts.ts'
import {
  updateProblems,
  serverProblems,
  problemAt,
  problemsOf,
  type ValidationResult,
  type ShownFieldProblem,
} from '../../lib/forms/problems.ts'
import { profileErrorText } from '../profile/profile-error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'

export interface GroupFormOptions<Values extends object, Body> {
  /** Key of the draft; includes the provider's id, so that accounts do not share drafts. */
  draft: string
  /** Fields that are never stored in a draft. */
  privateFields?: readonly (keyof Values & string)[]
  /** Stored values in form order. Each key is the id of its control. */
  values: Values
  check: (values: Values) => ValidationResult<Body>
  /** Throws the server's refusal. Undefined: the form stays open, because there is more to do in it. */
  save: (body: Body, values: Values) => Promise<Profile | undefined>
  /** Closes the form. Not called when something was typed while it was saved: then the form stays open. */
  onSaved: (saved: Profile) => void
  /** Message for failures without one. */
  failure: string
  /** Whether `save` has already reported the error. */
  isReported?: (error: unknown) => boolean
}

/** Form of a profile group: validated by the server's schema, with a draft that survives reloads. */
export function useGroupForm<Values extends object, Body>(options: GroupFormOptions<Values, Body>) {
  const { draft, values: stored, check } = options
  const [values, setValues] = useState<Values>(() => withDraft(stored, readDraft(draft)))
  const [problems, setProblems] = useState<readonly ShownFieldProblem[]>([])
  const [failedSubmits, setFailedSubmits] = useState(0)
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const latest = useRef(values)
  const discarded = useRef(false)
  const fields = Object.keys(stored)

  function set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    const next = { ...latest.current, [name]: value }
    latest.current = next
    setValues(next)
    if (!options.privateFields?.includes(name)) storeDraft(next)
    // Update existing errors while typing; new ones appear on blur.
    if (problems.length > 0) setProblems(updateProblems(problems, check(next), name))
  }

  /** Keeps what differs from the stored values. */
  function storeDraft(next: Values, storedNow = stored) {
    const changed = Object.entries(next).filter(
      ([name, value]) =>
        !isSameJson(value, storedNow[name as keyof Values]) && !options.privateFields?.some((field) => field === name),
    )
    if (changed.length === 0) return clearDraft(draft)
    const before = changed.map(([name]) => [name, storedNow[name as keyof Values]])
    writeDraft(draft, { ...Object.fromEntries(changed), [BEFORE]: Object.fromEntries(before) })
  }

  /** On blur: validates a non-empty field. */
  function validate(name: keyof Values & string) {
    afterPress(() => {
      const checked = check(latest.current)
      const message = checked.ok ? undefined : problemAt(checked.problems, name)
      if (!message || latest.current[name] === '' || running.current) return
      setProblems((shown) =>
        problemAt(shown, name) ? shown : sortByField([...shown, { field: name, message }], fields),
      )
    })
  }

  const setRunning = (on: boolean) => {
    running.current = on
    setBusy(on)
  }

  function showProblems(found: readonly ShownFieldProblem[]) {
    setProblems(sortByField(found, fields))
    setFailedSubmits((count) => count + 1)
  }

  /** Saves what is written. `overrides` checks and saves it in another way. */
  async function submit(overrides: Partial<Pick<GroupFormOptions<Values, Body>, 'check' | 'save'>> = {}) {
    if (running.current) return
    const merged = { ...options, ...overrides }
    const sent = latest.current
    const checked = merged.check(sent)
    if (!checked.ok) return showProblems(checked.problems)
    setProblems([])
    setRunning(true)
    try {
      const saved = await merged.save(checked.values, sent)
      if (discarded.current) return
      storeDraft(latest.current, sent)
      if (saved && latest.current === sent) merged.onSaved(saved)
    } catch (error) {
      if (!options.isReported?.(error)) toast.error(profileErrorText(error, options.failure), { id: 'form' })
      if (isApiError(error))
        showProblems(serverProblems(problemsOf(error.issues)).filter(({ field }) => fields.includes(field)))
    } finally {
      setRunning(false)
    }
  }

  useEffect(() => {
    const [first] = problems
    if (failedSubmits > 0 && first) document.getElementById(first.field)?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- runs once per failed submit, not whenever a problem changes
  }, [failedSubmits])

  return {
    values,
    set,
    validate,
    busy,
    submit,
    /** Forgets what is written, also what is being saved. To be called when the form is closed. */
    discard: () => {
      discarded.current = true
      clearDraft(draft)
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    errorAt: (name: keyof Values & string) => problemAt(problems, name),
    /** Props of a plain control. */
    field: (name: keyof Values & string) => {
      const id: string = name
      return {
        id,
        name: id,
        value: String(values[name] ?? ''),
        error: problemAt(problems, name),
        onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
          set(name, event.target.value as Values[typeof name]),
        onBlur: (_event: FocusEvent) => validate(name),
      }
    },
    summary: failedSubmits > 0 ? problems : [],
  }
}

export type GroupForm<Values extends object, Body> = ReturnType<typeof useGroupForm<Values, Body>>

/** Key in a draft of what its fields were before. */
const BEFORE = '.before'

/**
 * Whether something else was saved in a field of the draft since it was changed here. What the check makes the same, such
 * as text with a space at its end, is not something else.
 */
export function isDraftOutdated<Values extends object, Body>(
  draft: string,
  stored: Values,
  check: GroupFormOptions<Values, Body>['check'],
): boolean {
  const entered = readDraft(draft) ?? {}
  const now = stored as Record<string, unknown>
  const before = Object.entries((entered[BEFORE] ?? {}) as Record<string, unknown>)
  const storedBody = check(stored)
  const isStored = (name: string, value: unknown) => {
    if (isSameJson(value, now[name])) return true
    const body = check({ ...stored, [name]: value })
    return body.ok && storedBody.ok && isSameJson(body.values, storedBody.values)
  }
  return before.some(([name, value]) => !isStored(name, value) && !isStored(name, entered[name]))
}

const withDraft = <Values extends object>(stored: Values, draft: Record<string, unknown> = {}): Values => ({
  ...stored,
  ...Object.fromEntries(Object.entries(draft).filter(([name]) => name in stored)),
})

const sortByField = (problems: readonly ShownFieldProblem[], fields: readonly string[]): ShownFieldProblem[] =>
  [...problems].sort((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field))

/** Message when a profile form is submitted unchanged. */
export const nothingToUpdate = (): string => t`No profile data to update.`
