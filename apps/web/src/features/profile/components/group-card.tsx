import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card, Facts } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { titleOf, type GroupName } from '../groups.ts'

const fetchEditor = () => import('./editors.tsx')
const Editor = lazy(fetchEditor)
const prepare = () => void fetchEditor().catch(() => undefined)

export interface GroupCardProps {
  name: GroupName
  profile: Profile
  facts: readonly { label: ReactNode; value: ReactNode }[]
  editing: boolean
  onEdit: () => void
  onClose: () => void
}

/** Card of a profile group: its data, or the form to edit it. */
export function GroupCard({ name, profile, facts, editing, onEdit, onClose }: GroupCardProps) {
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    // Return the focus to the Edit button.
    if (wasEditing.current && !editing) edit.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const card = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  // Scroll to the group a link asks for, after the page has focused its heading.
  useEffect(() => {
    if (hash !== `#${name}`) return
    const frame = requestAnimationFrame(() => {
      card.current?.scrollIntoView({ block: 'start' })
      edit.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [hash, name])
  const title = titleOf(name)
  return (
    <Card ref={card} className="grid scroll-mt-4 gap-5 p-5 md:p-6" id={name}>
      <div className="flex min-h-9 items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">{title}</h2>
        {!editing && (
          <Button
            ref={edit}
            variant="secondary"
            size="sm"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={onEdit}
            aria-label={t`Edit ${title}`}
          >
            <Trans>Edit</Trans>
          </Button>
        )}
      </div>
      {editing ? (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <Editor name={name} profile={profile} onClose={onClose} />
        </Suspense>
      ) : (
        <Facts items={facts} />
      )}
    </Card>
  )
}
