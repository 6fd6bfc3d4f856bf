import { t } from '@lingui/core/macro'
import { useLayoutEffect, useState, type FocusEvent } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form'
import { isApiError } from '../../lib/api-error.ts'
import { clearDraft, readDraft, writeDraft } from '../../lib/drafts.ts'
import { profileErrorText } from '../../lib/profile-error-text.ts'
import { problemsOf, type Checked } from '../../lib/validation.ts'
import { toast } from '../../ui/toast.ts'

export interface GroupFormOptions<Values extends FieldValues, Body> {
  /** Names the draft; with the provider's id, so that nobody meets another's. */
  draft: string
  /** Fields no draft may keep. */
  unkept?: readonly Path<Values>[]
  values: Values
  check: (values: Values) => Checked<Body>
  /** Throws what the server refused. */
  save: (body: Body, values: Values) => Promise<void>
  /** What failed, when nobody says why (spec §8). */
  failure: string
  /** Errors that `save` has told by itself. */
  tells?: (error: unknown) => boolean
}

/** One editing group of the profile (spec §3) as a form: judged by the server's schema, kept over a reload. */
export function useGroupForm<Values extends FieldValues, Body>(options: GroupFormOptions<Values, Body>) {
  const { draft, values, check, unkept = [] } = options
  const [busy, setBusy] = useState(false)
  const form = useForm<Values, unknown, Body & FieldValues>({
    defaultValues: values as DefaultValues<Values>,
    resolver: resolverOf(check) as unknown as Resolver<Values, unknown, Body & FieldValues>,
    reValidateMode: 'onChange',
  })
  const { errors, submitCount } = form.formState

  useLayoutEffect(() => {
    const kept = readDraft(draft) ?? {}
    for (const [name, value] of Object.entries(kept)) {
      if (name in values)
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values: now }) => {
        const changed = Object.entries(now).filter(([name, value]) => !same(value, values[name]) && !isUnkept(name))
        if (changed.length > 0) writeDraft(draft, Object.fromEntries(changed))
        else clearDraft(draft)
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the draft belongs to the form as it was opened
  }, [draft])

  const isUnkept = (name: string) => (unkept as readonly string[]).includes(name)

  function refuse(error: unknown) {
    const problems = isApiError(error) ? problemsOf(error.issues) : []
    const here = problems.filter(({ field }) => field in values)
    here.forEach(({ field, message }, index) =>
      form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 }),
    )
    if (!options.tells?.(error)) toast.error(profileErrorText(error, options.failure), { id: 'form' })
  }

  const onSubmit = form.handleSubmit(async (body) => {
    if (busy) return
    setBusy(true)
    try {
      await options.save(body, form.getValues())
      clearDraft(draft)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  })

  const errorAt = (name: string): string | undefined =>
    (errors as Record<string, FieldError | undefined>)[name]?.message

  return {
    form,
    busy,
    onSubmit,
    errorAt,
    /** For a plain control: judged when it is left with something in it, and while it is wrong. */
    field: (name: Path<Values>) => {
      const { onBlur, ...registered } = form.register(name)
      return {
        ...registered,
        id: name,
        error: errorAt(name),
        onBlur: (event: FocusEvent<HTMLInputElement | HTMLSelectElement>) => {
          void onBlur(event)
          if (event.target.value) void form.trigger(name)
        },
      }
    },
    summary: submitCount > 0 ? summaryOf(errors, Object.keys(values)) : [],
    unchanged: () => Object.entries(form.getValues()).every(([name, value]) => same(value, values[name])),
  }
}

export type GroupForm<Values extends FieldValues, Body> = ReturnType<typeof useGroupForm<Values, Body>>

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** In the order of the fields, which is that of the form's values. */
const summaryOf = (errors: FieldErrors, fields: readonly string[]) =>
  fields.flatMap((field) => {
    const message = errors[field]?.message
    return typeof message === 'string' ? [{ field, message }] : []
  })

const resolverOf =
  <Values, Body>(check: (values: Values) => Checked<Body>) =>
  (values: Values) => {
    const checked = check(values)
    if (checked.ok) return { values: checked.values, errors: {} }
    const errors = Object.fromEntries(checked.problems.map(({ field, message }) => [field, { type: 'rule', message }]))
    return { values: {}, errors }
  }

/** Shown when a profile form is sent as it was (spec §8). */
export const nothingToUpdate = (): string => t`No profile data to update.`
