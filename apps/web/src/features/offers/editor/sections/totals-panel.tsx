import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { percentInput } from '../../../../lib/format/amounts.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { TotalsList } from '../../detail/totals-list.tsx'

export interface TotalsPanelProps {
  taxMode: OfferDraft['taxMode']
  discount: OfferDraft['discount']
  totals: OfferTotals
  currency: string
}

/** Totals, always visible; margins are shown only to the provider. */
export function TotalsPanel({ taxMode, discount, totals, currency }: TotalsPanelProps) {
  const { minTotal, maxTotal, total, marginEstimate, net } = totals
  const text = (amount: number) => moneyText({ amount, currency })
  const [least, most] = [text(minTotal), text(maxTotal)]
  const share = marginEstimate !== null && net > 0 ? percentInput(Math.round((marginEstimate / net) * 10_000)) : ''
  const margin = marginEstimate === null ? '' : text(marginEstimate)
  return (
    <div className="grid gap-3">
      <TotalsList content={{ taxMode, discount }} totals={totals} currency={currency} />
      {minTotal !== maxTotal && (
        <p className="text-sm text-text-muted tabular-nums">
          {total === minTotal || total === maxTotal ? (
            <Trans>
              Depending on the customer's choices: {least} to {most}
            </Trans>
          ) : (
            <Trans>
              With your default choices. Customers can choose from {least} to {most}.
            </Trans>
          )}
        </p>
      )}
      {marginEstimate !== null && (
        <p className="rounded-control bg-surface-sunken px-3 py-2 text-sm">
          <span className="font-medium tabular-nums">
            {share ? t`Your margin: ${margin} (${share}%)` : t`Your margin: ${margin}`}
          </span>{' '}
          <span className="text-text-muted">
            <Trans>Before tax, minus your costs. Only you see this.</Trans>
          </span>
        </p>
      )}
    </div>
  )
}
