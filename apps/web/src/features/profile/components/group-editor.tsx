import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { endSession } from '../../../lib/http/api.ts'
import { hasStatus } from '../../../lib/http/api-error.ts'
import { cacheProfile } from '../../../shared/profile/profile.ts'
import { profileErrorText } from '../../../shared/profile/profile-error-text.ts'
import { StepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'
import {
  isDraftOutdated,
  nothingToUpdate,
  useGroupForm,
  type GroupForm,
} from '../../../shared/profile-groups/use-group-form.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { currentIn } from '../api.ts'
import { draftOf } from '../drafts.ts'
import type { ProfileGroup } from '../group-forms.ts'
import { isSameJson } from '../../../lib/is-same-json.ts'
import { Conflict } from './conflict.tsx'

export interface GroupEditorProps<Form extends object, Body> {
  group: ProfileGroup<Form, Body>
  profile: Profile
  onClose: () => void
  children: (form: GroupForm<Form, Body>, profile: Profile) => ReactNode
}

/** Editor of one profile group. Concurrent changes from another device are never overwritten unseen. */
export function GroupEditor<Form extends object, Body>(props: GroupEditorProps<Form, Body>) {
  const { group, onClose, children } = props
  const { _ } = useLingui()
  const client = useQueryClient()
  // The profile the form started from; the stored one may change meanwhile.
  const [base, setBase] = useState(props.profile)
  const draft = draftOf(group.name, base)
  const [theirs, setTheirs] = useState(() => {
    const isOutdated = isDraftOutdated(draft, group.toForm(base), (values) => group.check(values, base))
    return isOutdated ? base : undefined
  })
  const element = useRef<HTMLFormElement>(null)
  const { guarded, dialog } = useStepUp()

  /** Concurrent changes of other groups are no conflict. */
  async function store(body: Body, from: Profile): Promise<Profile> {
    try {
      return await guarded(() => group.save(body, from.version))
    } catch (error) {
      const current = currentIn(error)
      if (!current) throw error
      cacheProfile(client, current)
      if (!isSameJson(group.toForm(from), group.toForm(current))) throw error
      return guarded(() => group.save(body, current.version))
    }
  }

  const save = async (body: Body, from: Profile) => {
    try {
      const saved = await store(body, from)
      cacheProfile(client, saved)
      setBase(saved)
      toast.success(_(group.success), { id: 'form' })
      return saved
    } catch (error) {
      const current = currentIn(error)
      if (!current) return report(error)
      setTheirs(current)
      toast.error(profileErrorText(error, _(group.failure)), { id: 'form' })
      // Keep the draft: nothing has been saved.
      throw error
    }
  }

  /** An expired session is shown with a link to log in; other errors are shown in the form. */
  function report(error: unknown): never {
    if (hasStatus(error, 401)) {
      toast.error(profileErrorText(error, _(group.failure)), {
        id: 'form',
        duration: Infinity,
        action: { label: t`Log in`, run: endSession },
      })
    }
    throw error
  }

  const form = useGroupForm<Form, Body>({
    draft,
    ...(group.privateFields && { privateFields: group.privateFields }),
    values: group.toForm(base),
    check: (values) => group.check(values, base),
    failure: _(group.failure),
    isReported: (error) => hasStatus(error, 401) || currentIn(error) !== undefined || error instanceof StepUpCancelled,
    save: async (body, values) => {
      if (isSameJson(values, group.toForm(base))) {
        toast.error(nothingToUpdate(), { id: 'form' })
        return undefined
      }
      return save(body, base)
    },
    onSaved: onClose,
  })

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('input:not([type=file]), select')?.focus()
  }, [])

  const cancel = () => {
    form.discard()
    onClose()
  }

  if (theirs) {
    return (
      <Conflict
        mine={form.values}
        theirs={group.toForm(theirs)}
        onKeepMine={() => {
          setTheirs(undefined)
          setBase(theirs)
          void form.submit({
            check: (values) => group.check(values, theirs),
            save: (body) => save(body, theirs),
          })
        }}
        onTakeTheirs={cancel}
      />
    )
  }
  return (
    <>
      <form ref={element} noValidate onSubmit={form.onSubmit} className="grid gap-5">
        <ErrorSummary items={form.summary} />
        {children(form, base)}
        <div className="flex flex-wrap gap-3 max-sm:grid">
          <Button type="submit" busy={form.busy}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="quiet" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
