import type { ChecklistItem } from '@fettle/protocol/bookings/checklists'
import { addChecklistItems, removeChecklistItem } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { EllipsisVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { FieldError } from '../../../ui/forms/field.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { BookingSection } from '../detail/booking-section.tsx'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { AddChecklistItems } from './add-checklist-items.tsx'
import { ChecklistItemAnswer } from './checklist-item-answer.tsx'
import { canRecordWork, type WorkProps } from './work-props.ts'

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
                <ChecklistItemAnswer item={item} open={open} offline={offline} booking={booking} />
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
      {removal.error && <FieldError alert>{errorText(removal.error, t`That didn't work. Try again.`)}</FieldError>}
      {open && <AddChecklistItems booking={booking} />}
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
