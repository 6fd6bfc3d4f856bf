import type { ChecklistTemplate, ChecklistType } from '@fettle/protocol/bookings/checklists'
import { CHECKLIST_LIMIT, checklistTypes } from '@fettle/protocol/bookings/constants'
import {
  createChecklistTemplate,
  listChecklistTemplates,
  removeChecklistTemplate,
  saveChecklistTemplate,
} from '@fettle/protocol/bookings/calls'
import { serviceTypes } from '@fettle/protocol/common/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { hasCode } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useIdempotencyKey } from '../../../lib/http/idempotency-key.ts'
import { keyOf } from '../../../lib/http/query.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { serviceTypeLabel, type ServiceType } from '../../../shared/bookings/service-types.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FieldError, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  added,
  entriesOf,
  formOf,
  MAX_LABEL_LENGTH,
  moveItem,
  MAX_NAME_LENGTH,
  problemsOf,
  type EntryForm,
} from './model.ts'

const types: Record<ChecklistType, MessageDescriptor> = {
  CHECK: msg`Checkbox`,
  PASS_FAIL: msg`Pass or fail`,
  NUMBER: msg`Number`,
  TEXT: msg`Text`,
  PHOTO: msg`Photo`,
}

/** Creates or edits a checklist. */
export function TemplateEditor({ template, onClose }: { template?: ChecklistTemplate; onClose: () => void }) {
  const client = useQueryClient()
  const { form, change: set, clearDraft } = useDraft(`checklist:${template?.id ?? ''}`, formOf(template))
  const id = useId()
  const [isSubmitted, setSubmitted] = useState(false)
  const problems = problemsOf(form)
  const reload = () => client.invalidateQueries({ queryKey: keyOf(listChecklistTemplates).slice(0, 1) })

  const withKey = useIdempotencyKey()
  const save = useMutation({
    mutationFn: () => {
      const body = {
        name: form.name.trim(),
        serviceCategory: form.service || null,
        items: entriesOf(form.items),
      }
      return template
        ? call(saveChecklistTemplate, { params: { id: template.id }, body: { ...body, version: template.version } })
        : withKey((idempotencyKey) => call(createChecklistTemplate, { body }, { idempotencyKey }))
    },
    onSuccess: () => {
      clearDraft()
      onClose()
      toast.success(t`Checklist saved`)
    },
    onSettled: reload,
  })
  const close = () => {
    // Closing without saving discards changes of an existing template; a new one stays a draft.
    if (template) clearDraft()
    onClose()
  }
  const remove = (removed: ChecklistTemplate) => {
    close()
    void deleteWithUndo(removed, async () => {
      await call(removeChecklistTemplate, { params: { id: removed.id } }, { keepalive: true })
      await reload()
    })
  }
  const { error } = save
  const submit = () => {
    setSubmitted(true)
    if (problems.name) document.getElementById(`${id}-name`)?.focus()
    if (!problems.name && !problems.items) save.mutate()
  }
  return (
    <Dialog
      kind="panel"
      onClose={close}
      // A refusal must be seen.
      closable={!save.isPending}
      title={template ? t`Edit checklist` : t`New checklist`}
      footer={
        <>
          {template && (
            <Button variant="secondary" disabled={save.isPending} onClick={() => remove(template)}>
              <Trans>Delete</Trans>
            </Button>
          )}
          <Button type="submit" form={id} busy={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          id={`${id}-name`}
          label={t`Name`}
          maxLength={MAX_NAME_LENGTH}
          value={form.name}
          onChange={(event) => set({ name: event.target.value })}
          error={isSubmitted && problems.name ? t`Enter a name.` : undefined}
        />
        <SelectField
          label={t`Service`}
          value={form.service}
          onChange={(event) => set({ service: event.target.value as ServiceType | '' })}
        >
          <option value="">{t`Any`}</option>
          {serviceTypes.map((type) => (
            <option key={type} value={type}>
              {serviceTypeLabel(type)}
            </option>
          ))}
        </SelectField>
        <ol className="grid grid-cols-1 gap-3">
          {form.items.map((item, index) => (
            <li key={item.key}>
              <Entry
                item={item}
                position={index + 1}
                last={index === form.items.length - 1}
                onChange={(next) =>
                  set({ items: form.items.map((other) => (other.key === item.key ? { ...other, ...next } : other)) })
                }
                onMove={(by) => set({ items: moveItem(form.items, item.key, by) })}
                onRemove={(button) => {
                  focusBeside(button.closest('li'), 'button:last-of-type')
                  set({ items: form.items.filter((other) => other.key !== item.key) })
                }}
              />
            </li>
          ))}
        </ol>
        {isSubmitted && problems.items && (
          <FieldError>
            <Trans>Add an item.</Trans>
          </FieldError>
        )}
        {form.items.length < CHECKLIST_LIMIT && (
          <Button
            size="sm"
            variant="secondary"
            className="justify-self-start"
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => set({ items: added(form.items) })}
          >
            <Trans>Add an item</Trans>
          </Button>
        )}
        {error && (
          <Banner tone="danger" alert title={errorText(error, t`That didn't work. Try again.`)}>
            {hasCode(error, 'VERSION_CONFLICT') && (
              <Trans>Close and reopen it to see the latest version. Until then, your changes stay here.</Trans>
            )}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}

interface EntryProps {
  item: EntryForm
  position: number
  last: boolean
  onChange: (next: Partial<EntryForm>) => void
  onMove: (by: -1 | 1) => void
  /** Gets the button that was pressed. */
  onRemove: (button: HTMLElement) => void
}

function Entry({ item, position, last, onChange, onMove, onRemove }: EntryProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{t`Item ${position}`}</legend>
      <TextField
        label={t`Item ${position}`}
        maxLength={MAX_LABEL_LENGTH}
        value={item.label}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <SelectField
          label={t`Answer type`}
          value={item.type}
          onChange={(event) => onChange({ type: event.target.value as ChecklistType })}
          className="min-w-36 flex-1"
        >
          {checklistTypes.map((type) => (
            <option key={type} value={type}>
              {i18n._(types[type])}
            </option>
          ))}
        </SelectField>
        <span className="flex">
          <IconButton
            label={t`Move item ${position} up`}
            icon={<ArrowUp size={18} />}
            aria-disabled={position === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={t`Move item ${position} down`}
            icon={<ArrowDown size={18} />}
            aria-disabled={last}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={t`Remove item ${position}`}
            icon={<X size={18} />}
            onClick={({ currentTarget }) => onRemove(currentTarget)}
          />
        </span>
      </div>
      <Checkbox
        label={t`Required to complete the job`}
        checked={item.required}
        onChange={(event) => onChange({ required: event.target.checked })}
      />
    </fieldset>
  )
}
