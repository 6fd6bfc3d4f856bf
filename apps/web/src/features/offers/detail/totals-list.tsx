import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { percentInput } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { longDay } from '../../../lib/format/dates.ts'
import { dueLabel } from '../editor/sections/due-labels.ts'

// Constant elements are not re-rendered when figures change.
const labels = {
  subtotal: <Trans>Subtotal</Trans>,
  lineDiscounts: <Trans>Discount on lines</Trans>,
  discount: <Trans>Discount</Trans>,
  net: <Trans>Before tax</Trans>,
  total: <Trans>Total</Trans>,
  deposit: <Trans>Deposit</Trans>,
  payment: <Trans>Payment</Trans>,
}

export interface TotalsListProps {
  content: Pick<OfferDraft, 'discount' | 'taxMode'>
  totals: OfferTotals
  currency: string
}

/** Totals of an offer step by step, with its payment schedule. */
export function TotalsList({ content, totals, currency }: TotalsListProps) {
  const { subtotal, lineDiscounts, orderDiscount, net, taxes, total, instalments } = totals
  const text = (amount: number) => moneyText({ amount, currency })
  const included = content.taxMode === 'INCLUSIVE'
  const steps = lineDiscounts > 0 || orderDiscount > 0 || taxes.some(({ amount }) => amount > 0)
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1.5 tabular-nums">
        {steps && <Row label={labels.subtotal}>{text(subtotal)}</Row>}
        {lineDiscounts > 0 && <Row label={labels.lineDiscounts}>{text(-lineDiscounts)}</Row>}
        {orderDiscount > 0 && <Row label={content.discount.label || labels.discount}>{text(-orderDiscount)}</Row>}
        {content.taxMode === 'EXCLUSIVE' && net !== subtotal && <Row label={labels.net}>{text(net)}</Row>}
        {taxes
          .filter(({ rateBps }) => rateBps > 0)
          .map(({ rateBps, amount }) => {
            const rate = percentInput(rateBps)
            return (
              <Row key={rateBps} label={included ? t`Tax included (${rate}%)` : t`Tax (${rate}%)`}>
                {text(amount)}
              </Row>
            )
          })}
        <Row strong label={labels.total}>
          {text(total)}
        </Row>
      </dl>
      {instalments.length > 0 && (instalments.length > 1 || instalments[0]?.isDeposit) && (
        <dl className="grid gap-1.5 border-t border-line pt-3 text-sm tabular-nums">
          {instalments.map(({ label, amount, dueOn, dueDate, isDeposit }, index) => (
            <Row
              key={index}
              label={
                <>
                  {isDeposit ? labels.deposit : label || labels.payment}
                  <span className="block text-xs text-text-muted">
                    {dueDate ? longDay(`${dueDate}T12:00:00Z`, 'UTC') : dueLabel(dueOn)}
                  </span>
                </>
              }
            >
              {text(amount)}
            </Row>
          ))}
        </dl>
      )}
    </div>
  )
}

const Row = ({ label, strong, children }: { label: ReactNode; strong?: boolean; children: ReactNode }) => (
  <div className={clsx('flex items-baseline justify-between gap-4', strong && 'pt-1 text-xl font-semibold')}>
    <dt className={clsx('min-w-0 wrap-anywhere', !strong && 'text-text-muted')}>{label}</dt>
    <dd className="shrink-0 text-end">{children}</dd>
  </div>
)
