import { addChecklistItems, listChecklistTemplates } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { paths } from '../../../routing/paths.ts'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import type { WorkProps } from './work-props.ts'

/** Adds items to a booking's checklist: one by one, or those of a template while it is empty. */
export function AddChecklistItems({ booking }: Pick<WorkProps, 'booking'>) {
  const id = useId()
  const { form, change } = useDraft(`checklist-item:${booking.id}`, { label: '' })
  const { label } = form
  const [templateId, setTemplateId] = useState('')
  const found = useQuery({
    ...queryOf(listChecklistTemplates, {}),
    enabled: booking.checklist.length === 0,
  })
  const templates = found.data ?? []
  const hasFailed = found.isError && !found.data
  const act = useBookingAction(booking)
  const add = async () => {
    if (label.trim() === '') return
    const items = [{ label: label.trim(), type: 'CHECK', required: false }]
    if (!(await act.run(addChecklistItems, { body: { items } }))) return
    // Keeps the text if the user has begun to write the next item.
    change((latest) => (latest.label === label ? { label: '' } : {}))
  }
  return (
    <div className="grid gap-3">
      {booking.checklist.length === 0 && hasFailed && (
        <LoadErrorNote query={found}>
          <Trans>We couldn't load the templates.</Trans>
        </LoadErrorNote>
      )}
      {booking.checklist.length === 0 && templates.length > 0 && (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (templateId) void act.run(addChecklistItems, { body: { templateId } })
          }}
        >
          <SelectField
            label={t`Start from a template`}
            value={templateId}
            onChange={(event) => setTemplateId(event.target.value)}
            className="grow basis-60"
          >
            <option value="">{t`Choose a template`}</option>
            {templates.map((template) => (
              <option key={template.id} value={template.id}>
                {template.name}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary" className="min-h-12" busy={act.busy}>
            <Trans>Use template</Trans>
          </Button>
        </form>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          id={id}
          label={t`Add an item`}
          value={label}
          maxLength={120}
          onChange={(event) => change({ label: event.target.value })}
          className="flex-1"
        />
        <Button
          type="submit"
          variant="secondary"
          className="min-h-12"
          busy={act.busy}
          icon={<Plus size={20} aria-hidden="true" />}
        >
          <Trans>Add</Trans>
        </Button>
      </form>
      {act.error && <FieldError alert>{errorText(act.error, t`That didn't work. Try again.`)}</FieldError>}
      {booking.checklist.length === 0 && (
        <Link
          to={paths.checklists}
          className="inline-flex min-h-9 items-center justify-self-start text-sm font-semibold underline"
        >
          {templates.length > 0 || hasFailed ? (
            <Trans>Manage templates</Trans>
          ) : (
            <Trans>Create a template for jobs like this</Trans>
          )}
        </Link>
      )}
    </div>
  )
}
