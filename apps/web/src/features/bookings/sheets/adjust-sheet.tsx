import { currencyOf } from '@fettle/protocol/common/currencies'
import { createPriceAdjustment } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import { parseAmount, parseQuantity, parseSigned, parseWholeNumber } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { useProfile } from '../../../shared/profile/profile.ts'
import { focusBeside } from '../../../ui/layout/focus-beside.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { BookingSheet, type BookingSheetProps } from './form-sheet.tsx'

interface Line {
  key: string
  description: string
  quantity: string
  price: string
}

const newLine = (): Line => ({ key: randomId(), description: '', quantity: '1', price: '' })

/** The line as it is sent, or the field that is missing or wrong. */
function lineOf({ description, quantity: count, price }: Line, currency: string) {
  const quantity = parseQuantity(count)
  const unitAmount = parseSigned(price, (text) => parseAmount(text, currency))
  if (description.trim() === '') return 'description'
  if (quantity === undefined) return 'quantity'
  if (unitAmount === undefined) return 'price'
  return { description: description.trim(), quantity, unitAmount }
}

/** Requests the customer's approval of a price adjustment. */
export function AdjustSheet({ booking, now, onClose }: BookingSheetProps) {
  const { form, change, clearDraft } = useDraft(`adjust:${booking.id}`, {
    lines: [newLine()],
    reason: '',
    minutes: '',
  })
  const [isSubmitted, setSubmitted] = useState(false)
  const act = useBookingAction(booking)
  const { country } = useProfile()
  const currency = (booking.price.amount ?? booking.price.hourlyRate)?.currency ?? currencyOf(country ?? 'NG')
  const lines = form.lines
  const complete = lines.flatMap((line) => {
    const sent = lineOf(line, currency)
    return typeof sent === 'string' ? [] : [sent]
  })
  const errorAt = (line: Line, field: keyof Line) =>
    isSubmitted && lineOf(line, currency) === field
      ? t`Add a description, quantity and price. Use a minus for reductions.`
      : undefined
  const total = complete.reduce((sum, { quantity, unitAmount }) => sum + Math.round(Number(quantity) * unitAmount), 0)
  const reason = form.reason.trim()
  const minutes = parseSigned(form.minutes, (unsigned) => parseWholeNumber(unsigned))
  const wrongReason = reason.length < 3
  const wrongMinutes = minutes === undefined
  const setLine = (key: string, next: Partial<Line>) =>
    change({ lines: lines.map((line) => (line.key === key ? { ...line, ...next } : line)) })
  const remove = (key: string, button: HTMLElement) => {
    // The last one left has no button.
    focusBeside(button.closest('li'), lines.length > 2 ? 'button' : 'input')
    change({ lines: lines.filter((line) => line.key !== key) })
  }

  const submit = async () => {
    setSubmitted(true)
    if (wrongReason || wrongMinutes || complete.length < lines.length) return
    const body = {
      lines: complete,
      reason,
      ...(minutes !== 0 && { scheduleImpactMinutes: minutes }),
    }
    if (!(await act.run(createPriceAdjustment, { body }))) return
    clearDraft()
    onClose()
    toast.success(t`Extra work requested`, { body: t`Don't start this work yet` })
  }
  const name = booking.customer.name
  const sum = moneyText({ amount: total, currency })
  return (
    <BookingSheet
      title={<Trans>Add extra work</Trans>}
      description={<Trans>{name} has 24 hours to agree. Don't start this work yet.</Trans>}
      submit={total === 0 ? <Trans>Send to customer</Trans> : <Trans>Request {sum}</Trans>}
      about={{ booking, now, onClose }}
      act={act}
      onSubmit={() => void submit()}
    >
      <ol className="grid gap-5">
        {lines.map((line, index) => (
          <li key={line.key}>
            <fieldset className="grid gap-3">
              <legend className="sr-only">{t`Line ${index + 1}`}</legend>
              <div className="flex items-start gap-2">
                <TextField
                  label={t`Description`}
                  value={line.description}
                  maxLength={200}
                  onChange={(event) => setLine(line.key, { description: event.target.value })}
                  className="flex-1"
                  error={errorAt(line, 'description')}
                />
                {lines.length > 1 && (
                  <IconButton
                    label={t`Remove line ${index + 1}`}
                    icon={<X size={18} />}
                    className="mt-7"
                    onClick={({ currentTarget }) => remove(line.key, currentTarget)}
                  />
                )}
              </div>
              <div className="grid grid-cols-2 items-start gap-3">
                <TextField
                  label={t`Quantity`}
                  inputMode="decimal"
                  value={line.quantity}
                  onChange={(event) => setLine(line.key, { quantity: event.target.value })}
                  error={errorAt(line, 'quantity')}
                />
                <TextField
                  label={t`Unit price (${currency})`}
                  inputMode="decimal"
                  value={line.price}
                  onChange={(event) => setLine(line.key, { price: event.target.value })}
                  error={errorAt(line, 'price')}
                />
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        variant="secondary"
        className="justify-self-start"
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={() => change({ lines: [...lines, newLine()] })}
      >
        <Trans>Add a line</Trans>
      </Button>
      <TextAreaField
        label={t`Why it's needed`}
        rows={2}
        maxLength={1000}
        value={form.reason}
        onChange={(event) => change({ reason: event.target.value })}
        error={isSubmitted && wrongReason ? t`Enter a reason (3 to 1,000 characters).` : undefined}
      />
      <TextField
        label={t`Extra time (min)`}
        optional
        inputMode="numeric"
        value={form.minutes}
        onChange={(event) => change({ minutes: event.target.value })}
        error={isSubmitted && wrongMinutes ? t`Enter whole minutes.` : undefined}
      />
    </BookingSheet>
  )
}
