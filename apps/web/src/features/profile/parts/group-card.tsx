import type { Profile } from '@fettle/protocol/profile'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import type { GroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import type { Group } from '../groups.ts'
import { GroupEditor } from './group-editor.tsx'

export interface GroupCardProps<Form extends object, Body> {
  group: Group<Form, Body>
  profile: Profile
  facts: readonly { label: ReactNode; value: ReactNode }[]
  editing: boolean
  onEdit: () => void
  onClose: () => void
  children: (form: GroupForm<Form, Body>, profile: Profile) => ReactNode
}

/** A group as it stands, and in its place the form to change it. */
export function GroupCard<Form extends object, Body>(props: GroupCardProps<Form, Body>) {
  const { group, profile, facts, editing, onEdit, onClose, children } = props
  const { _ } = useLingui()
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    // Back to where one came from, for those who do not use a pointer.
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const title = _(group.title)
  return (
    <Card className="grid gap-5 p-5 md:p-6" id={group.name}>
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">{title}</h2>
        {!editing && (
          <Button ref={edit} variant="secondary" size="sm" onClick={onEdit} aria-label={t`Edit ${title}`}>
            <Trans>Edit</Trans>
          </Button>
        )}
      </div>
      {editing ? (
        <GroupEditor group={group} profile={profile} onClose={onClose}>
          {children}
        </GroupEditor>
      ) : (
        <Facts items={facts} />
      )}
    </Card>
  )
}
