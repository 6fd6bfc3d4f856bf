import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { addChecklistItems, listChecklistTemplates, removeChecklistItem } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleCheck, EllipsisVertical, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { parseDecimal, parseSigned } from '../../../lib/format/amounts.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { FieldError, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { BookingSection } from '../detail/booking-section.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { canRecordWork, type WorkProps } from './work-props.ts'
import { PhotoInput } from '../../../shared/forms/photo-input.tsx'

/** Checklist of a booking, item by item. */
export function ChecklistSection({ booking, offline, onAsk }: WorkProps & { onAsk: () => void }) {
  const { checklist } = booking
  const removal = useBookingAction(booking)
  const [itemToRemove, setItemToRemove] = useState<ChecklistItem>()
  const open = canRecordWork(booking)
  /** Removes an item; Undo restores it at its position. */
  const remove = async (item: ChecklistItem) => {
    const { label, type, required } = item
    const beforeItemId = checklist[checklist.indexOf(item) + 1]?.id
    const removed = await removal.run(removeChecklistItem, { params: { itemId: item.id } })
    setItemToRemove(undefined)
    if (!removed) return
    const body = { items: [{ label, type, required }], ...(beforeItemId && { beforeItemId }) }
    toast.success(t`Item removed`, {
      action: { label: t`Undo`, run: () => void removal.run(addChecklistItems, { body }) },
    })
  }
  const done = checklist.filter((item) => item.done).length
  const total = checklist.length
  if (total === 0 && !open) return null
  return (
    <BookingSection
      title={<Trans>Checklist</Trans>}
      aside={
        total > 0 && (
          <span className="text-sm font-semibold tabular-nums">
            <Trans>
              {done} of {total}
            </Trans>
          </span>
        )
      }
    >
      {total > 0 && (
        <ul className="grid divide-y divide-line">
          {checklist.map((item) => (
            <li key={item.id} className="flex flex-wrap items-center gap-x-1 py-1">
              <div className="min-w-0 flex-1">
                <Item item={item} open={open} offline={offline} booking={booking} />
              </div>
              {mayRemove(booking, item) && (
                <ItemMenu
                  item={item}
                  disabled={removal.busy}
                  onRemove={() => (item.required ? setItemToRemove(item) : void remove(item))}
                />
              )}
              {item.offersExtraWork && open && (
                <Button size="sm" variant="quiet" onClick={onAsk}>
                  <Trans>Create extra work item</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {removal.error && <FieldError>{errorText(removal.error, t`That didn't work. Try again.`)}</FieldError>}
      {open && <AddItems booking={booking} />}
      {itemToRemove && (
        <RemoveRequired
          item={itemToRemove}
          busy={removal.busy}
          onRemove={() => void remove(itemToRemove)}
          onClose={() => setItemToRemove(undefined)}
        />
      )}
    </BookingSection>
  )
}

/** Answered items cannot be removed, nor required ones once work has started. */
const mayRemove = (booking: WorkProps['booking'], { done, value, required }: ChecklistItem): boolean =>
  canRecordWork(booking) && !done && value === null && !(required && booking.startedAt !== null)

interface ItemMenuProps {
  item: ChecklistItem
  disabled: boolean
  onRemove: () => void
}

/** Menu of an item, apart from the answers: a mistaken tap only opens a menu. */
const ItemMenu = ({ item, disabled, onRemove }: ItemMenuProps) => (
  <Menu
    label={t`More: ${item.label}`}
    trigger={(attributes) => (
      <IconButton
        {...attributes}
        label={t`More: ${item.label}`}
        icon={<EllipsisVertical size={18} />}
        className="self-start"
      />
    )}
  >
    <MenuItem icon={<Trash2 size={18} aria-hidden="true" />} disabled={disabled} onClick={onRemove}>
      <Trans>Remove item</Trans>
    </MenuItem>
  </Menu>
)

interface RemoveRequiredProps {
  item: ChecklistItem
  busy: boolean
  onRemove: () => void
  onClose: () => void
}

/** Confirms the removal of a required item. */
function RemoveRequired({ item: { label }, busy, onRemove, onClose }: RemoveRequiredProps) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title={<Trans>Remove a required item?</Trans>}
      confirm={<Trans>Remove item</Trans>}
      keep={<Trans>Keep item</Trans>}
      busy={busy}
      onConfirm={onRemove}
    >
      <p dir="auto" className="pb-2 font-semibold">
        {label}
      </p>
      <p className="text-text-muted">
        <Trans>You could then complete this job without checking it.</Trans>
      </p>
    </ConfirmDialog>
  )
}

interface ItemProps extends Pick<WorkProps, 'booking' | 'offline'> {
  item: ChecklistItem
  open: boolean
}

function Item({ item, open, offline, booking }: ItemProps) {
  const answer = (content: Record<string, unknown>) => offline.run('checklist', { itemId: item.id, ...content })
  const label = (
    <>
      <bdi>{item.label}</bdi>
      {item.required && (
        <span className="ms-1.5 text-sm text-text-muted">
          <Trans>required</Trans>
        </span>
      )}
    </>
  )
  switch (item.type) {
    case 'PHOTO':
      return <PhotoItem item={item} open={open} offline={offline} booking={booking} label={label} />
    case 'CHECK':
      return (
        <Checkbox
          label={label}
          checked={item.done}
          disabled={!open}
          onChange={(event) => void answer({ done: event.target.checked })}
        />
      )
    case 'PASS_FAIL':
      return (
        <div role="group" aria-label={item.label} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <span className="flex-1">{label}</span>
          <span className="flex gap-2">
            {(['PASS', 'FAIL'] as const).map((value) => (
              <button
                key={value}
                type="button"
                aria-pressed={item.value === value}
                disabled={!open}
                onClick={() => void answer({ value: item.value === value ? null : value })}
                className={clsx(
                  'min-h-11 rounded-control border px-3.5 text-sm font-semibold transition-colors',
                  item.value !== value && 'border-line-strong bg-surface-raised hover:bg-surface-hover',
                  item.value === value &&
                    (value === 'PASS'
                      ? 'border-success bg-success-soft text-success'
                      : 'border-danger bg-danger-soft text-danger'),
                )}
              >
                {value === 'PASS' ? <Trans>Pass</Trans> : <Trans>Fail</Trans>}
              </button>
            ))}
          </span>
        </div>
      )
    case 'NUMBER':
    case 'TEXT':
      return <ReadingField item={item} open={open} label={label} onAnswer={(value) => answer({ value })} />
  }
}

/** Checklist item answered by a photo, which is also added to the job. */
function PhotoItem({ item, open, offline, booking, label }: ItemProps & { label: React.ReactNode }) {
  const photo = booking.photos.find(({ id }) => id === item.photoId)
  return (
    <div role="group" aria-label={item.label} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1">
      {photo && (
        <img src={photo.url} alt={item.label} loading="lazy" className="size-11 rounded-control object-cover" />
      )}
      {!photo && item.done && <CircleCheck size={20} aria-label={t`Done`} className="text-success" />}
      <span className="flex-1 basis-40">{label}</span>
      {open && (
        <PhotoInput
          fromCamera
          className="min-h-11 text-sm"
          onPhoto={(file) => void offline.run('photo', { file, kind: 'DURING', itemId: item.id })}
        >
          {item.done ? <Trans>Add another photo</Trans> : <Trans>Take a photo</Trans>}
        </PhotoInput>
      )}
    </div>
  )
}

interface ReadingFieldProps {
  item: ChecklistItem
  open: boolean
  label: React.ReactNode
  /** Resolves to whether the answer was taken. */
  onAnswer: (value: string | number | null) => Promise<boolean>
}

/** Parses a measured number; undefined when invalid. Units are refused, as `2 m 40` is not 240. */
function numberOf(typed: string): number | undefined {
  if (/\p{L}/u.test(typed)) return undefined
  return parseSigned(typed, (unsigned) => {
    const decimal = parseDecimal(unsigned)
    return decimal === undefined ? undefined : Number(decimal)
  })
}

/** Checklist item answered by a text or number, which is saved on Enter and when the field is left. */
function ReadingField({ item, open, label, onAnswer }: ReadingFieldProps) {
  const isNumber = item.type === 'NUMBER'
  // Undefined while the field shows the saved answer.
  const [typed, setTyped] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const save = async () => {
    if (typed === undefined) return
    const text = typed.trim()
    const value = text === '' ? null : isNumber ? numberOf(text) : text
    setWrong(value === undefined)
    if (value === undefined) return
    if (value === item.value || (await onAnswer(value))) setTyped((now) => (now === typed ? undefined : now))
  }
  return (
    <TextField
      label={label}
      value={typed ?? String(item.value ?? '')}
      disabled={!open}
      {...(isNumber && { inputMode: 'decimal' as const })}
      maxLength={isNumber ? 20 : 1000}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => event.key === 'Enter' && void save()}
      error={isWrong ? t`Enter a number, without a unit.` : undefined}
      className="py-2"
    />
  )
}

function AddItems({ booking }: Pick<WorkProps, 'booking'>) {
  const id = useId()
  const [label, setLabel] = useState('')
  const [templateId, setTemplateId] = useState('')
  const { data: templates = [] } = useQuery({
    ...queryOf(listChecklistTemplates, {}),
    enabled: booking.checklist.length === 0,
  })
  const act = useBookingAction(booking)
  const add = async () => {
    if (label.trim() === '') return
    const items = [{ label: label.trim(), type: 'CHECK', required: false }]
    if (await act.run(addChecklistItems, { body: { items } })) setLabel('')
  }
  return (
    <div className="grid gap-3">
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
          onChange={(event) => setLabel(event.target.value)}
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
      {act.error && <FieldError>{errorText(act.error, t`That didn't work. Try again.`)}</FieldError>}
      {booking.checklist.length === 0 && (
        <Link
          to={paths.checklists}
          className="inline-flex min-h-9 items-center justify-self-start text-sm font-semibold underline"
        >
          {templates.length > 0 ? <Trans>Manage templates</Trans> : <Trans>Create a template for jobs like this</Trans>}
        </Link>
      )}
    </div>
  )
}
