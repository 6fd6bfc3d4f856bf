import type { ChecklistTemplate } from '@fettle/protocol/bookings/checklists'
import { CHECKLIST_TEMPLATE_LIMIT } from '@fettle/protocol/bookings/constants'
import { listChecklistTemplates } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../routing/paths.ts'
import { queryOf } from '../../lib/http/query.ts'
import { serviceTypeLabel } from '../../shared/bookings/service-types.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonList } from '../../ui/feedback/skeleton.tsx'
import { usePendingActions } from '../../ui/feedback/undo.ts'
import { TemplateEditor } from './checklists/template-editor.tsx'
import { useBookingsName } from '../../routing/page-names.ts'
import { LoadError } from '../../shared/errors/load-error.tsx'

/** Settings page of a provider's checklists, by kind of job. */
export function Component() {
  const query = useQuery(queryOf(listChecklistTemplates, {}))
  const [editing, setEditing] = useState<ChecklistTemplate | 'new'>()
  const pending = usePendingActions()
  const templates = (query.data ?? []).filter(({ id }) => !pending.has(id))
  const add = (
    <Button icon={<Plus size={20} aria-hidden="true" />} onClick={() => setEditing('new')}>
      <Trans>New checklist</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Checklists`}
      description={<Trans>Add a checklist to a job so nothing is forgotten. Jobs that already have one keep it.</Trans>}
      back={{ to: paths.bookings, label: useBookingsName() }}
      actions={templates.length > 0 && templates.length < CHECKLIST_TEMPLATE_LIMIT && add}
    >
      {query.isPending && <SkeletonList rows={3} />}
      {query.isError && !query.data && <LoadError title={t`We couldn't load the checklists.`} query={query} />}
      {query.data && templates.length === 0 && (
        <EmptyState icon={<ListChecks size={26} />} title={<Trans>No checklists yet</Trans>} action={add}>
          <Trans>The steps for every job of the same kind: water off, meter photographed, old parts removed.</Trans>
        </EmptyState>
      )}
      {templates.length > 0 && (
        <ul className="grid gap-3">
          {templates.map((template) => (
            <li key={template.id}>
              <button
                type="button"
                onClick={() => setEditing(template)}
                className="flex w-full items-center gap-3 rounded-card border border-line bg-surface-raised p-4 text-start shadow-raised transition-colors hover:bg-surface-hover active:bg-surface-hover"
              >
                <span className="grid min-w-0 flex-1 gap-0.5">
                  <span dir="auto" className="font-semibold wrap-anywhere">
                    {template.name}
                  </span>
                  <span className="text-sm text-text-muted">
                    <Plural value={template.items.length} one="# item" other="# items" />
                    {template.serviceCategory && ` · ${serviceTypeLabel(template.serviceCategory)}`}
                  </span>
                </span>
                <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-text-muted rtl:rotate-180" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <TemplateEditor {...(editing !== 'new' && { template: editing })} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  )
}
