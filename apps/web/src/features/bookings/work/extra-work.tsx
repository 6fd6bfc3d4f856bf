import type { BookingDetails } from '@fettle/protocol/bookings'
import { withdrawPriceAdjustment } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { moneyText } from '../../../lib/format/money.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'
import { Countdown } from '../../../ui/dates/countdown.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { canRecordWork } from './work-props.ts'
import { decimalText } from '../../../lib/format/decimal-text.ts'

/** Price adjustments of a booking. Extra work must not start before it is approved. */
export function ExtraWork({ booking, onAsk }: { booking: BookingDetails; now: Date; onAsk: () => void }) {
  const act = useBookingAction(booking)
  const withdraw = async (adjustmentId: string) => {
    if (await act.run(withdrawPriceAdjustment, { params: { adjustmentId } })) toast.success(t`Extra work withdrawn`)
  }
  const { priceAdjustments } = booking
  const pending = priceAdjustments.some(({ status }) => status === 'PENDING')
  const open = canRecordWork(booking)
  return (
    <div className="grid gap-3">
      {priceAdjustments.map(({ id, status, lines, total, reason, expiresAt, allowedActions }) => (
        <div key={id} data-adjustment tabIndex={-1} className="grid gap-1.5 border-t border-line pt-3 outline-none">
          <div className="flex items-center justify-between gap-3">
            <StatusChip state={status} />
            <span className="font-semibold tabular-nums">{moneyText(total)}</span>
          </div>
          <ul className="grid gap-0.5 text-sm">
            {lines.map((line, index) => (
              <li key={index} className="flex justify-between gap-3">
                <span>
                  {line.quantity !== '1' && `${decimalText(line.quantity)} × `}
                  {line.description}
                </span>
                <span className="tabular-nums">{moneyText({ amount: line.amount, currency: total.currency })}</span>
              </li>
            ))}
          </ul>
          <p dir="auto" className="text-sm text-text-muted">
            {reason}
          </p>
          {status === 'PENDING' && (
            <>
              <p className="text-sm font-semibold text-warning">
                <Trans>Don't start this work yet</Trans>
              </p>
              <p className="text-sm">
                <Countdown until={expiresAt} />
              </p>
            </>
          )}
          {allowedActions.includes('withdraw') && (
            <TransientButton
              size="sm"
              variant="secondary"
              busy={act.busy}
              focusWithin="[data-adjustment]"
              onClick={() => void withdraw(id)}
            >
              <Trans>Withdraw</Trans>
            </TransientButton>
          )}
        </div>
      ))}
      {act.error && <FieldError alert>{errorText(act.error, t`That didn't work. Try again.`)}</FieldError>}
      {open && !pending && (
        <Button size="sm" variant="secondary" icon={<Plus size={18} aria-hidden="true" />} onClick={onAsk}>
          <Trans>Add extra work</Trans>
        </Button>
      )}
    </div>
  )
}
