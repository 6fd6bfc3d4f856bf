import type { Invoice } from '@fettle/protocol/invoices/invoices'
import type { Payment } from '@fettle/protocol/invoices/payments'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { dayName, momentText, ownTimeZone } from '../../lib/format/dates.ts'
import { moneyText } from '../../lib/format/money.ts'
import { DisputeEntry } from '../../shared/disputes/dispute-entry.tsx'
import { MoneyChip } from '../../shared/cards/money-chip.tsx'
import { Card, Section } from '../../ui/layout/card.tsx'
import { methodLabel, quantityText } from './labels.ts'
import { percentText } from '../../lib/format/percent-text.ts'

const percent = (bps: number): string => percentText(bps / 100)

/** Lines of an invoice. */
export function Lines({ invoice: { lines, files, total } }: { invoice: Invoice }) {
  const picture = (id: string | null | undefined) => files.find((file) => file.id === id)?.url
  return (
    <Section title={<Trans>What was done</Trans>}>
      <ul aria-label={t`Lines`}>
        {lines.map((line) => (
          <li key={line.id} className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
            {line.imageFileId && (
              <img
                src={picture(line.imageFileId)}
                alt=""
                className="size-14 shrink-0 rounded-control border border-line object-cover"
              />
            )}
            <span className="grid min-w-0 flex-1">
              <span dir="auto" className="font-medium wrap-anywhere">
                {line.name}
              </span>
              <span className="text-sm text-text-muted tabular-nums">
                {[
                  quantityText(line),
                  line.discountBps > 0 && t`less ${percent(line.discountBps)}`,
                  line.taxRateBps > 0 && t`${percent(line.taxRateBps)} tax`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {line.description && (
                <span dir="auto" className="text-sm text-text-muted">
                  {line.description}
                </span>
              )}
            </span>
            <span className="shrink-0 font-medium tabular-nums">
              {moneyText({ amount: line.amount, currency: total.currency })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Totals of an invoice, from the sum of its lines to the amount due. */
export function Sums({ invoice }: { invoice: Invoice }) {
  const { totals, total, deposits, credits, paid, waiting, refunded, due, status } = invoice
  const money = (amount: number) => moneyText({ amount, currency: total.currency })
  const isInclusive = totals.taxMode === 'INCLUSIVE'
  return (
    <div className="rounded-card bg-surface-sunken p-4">
      <dl className="grid gap-2">
        {totals.lineDiscounts + totals.orderDiscount > 0 && <Row label={t`Subtotal`}>{money(totals.subtotal)}</Row>}
        {totals.lineDiscounts > 0 && <Row label={t`Line discounts`}>{money(-totals.lineDiscounts)}</Row>}
        {totals.orderDiscount > 0 && <Row label={t`Discount`}>{money(-totals.orderDiscount)}</Row>}
        {totals.taxMode === 'EXCLUSIVE' && <Row label={t`Excluding tax`}>{money(totals.net)}</Row>}
        {totals.taxes
          .filter(({ rateBps }) => rateBps > 0)
          .map(({ rateBps, amount }) => (
            <Row
              key={rateBps}
              label={isInclusive ? t`Including ${percent(rateBps)} tax` : t`Plus ${percent(rateBps)} tax`}
            >
              {money(amount)}
            </Row>
          ))}
        <Row label={t`Total`} strong>
          {money(total.amount)}
        </Row>
        {deposits.map(({ invoiceId, number, amount }) => (
          <Row key={invoiceId} label={t`Deposit, invoiced in ${number}`}>
            {money(-amount)}
          </Row>
        ))}
        {paid.amount > 0 && <Row label={t`Paid`}>{money(-paid.amount)}</Row>}
        {credits.map(({ number, amount }) => (
          <Row key={number} label={t`Credited by credit note ${number}`}>
            {money(-amount.amount)}
          </Row>
        ))}
        {refunded.amount > 0 && <Row label={t`Refunded`}>{money(-refunded.amount)}</Row>}
        {status !== 'VOID' && status !== 'DRAFT' && (
          <Row label={t`Balance due`} strong>
            {money(due.amount)}
          </Row>
        )}
        {waiting.amount > 0 && <Row label={t`Awaiting customer confirmation`}>{money(waiting.amount)}</Row>}
      </dl>
    </div>
  )
}

const Row = ({ label, strong, children }: { label: string; strong?: boolean; children: ReactNode }) => (
  <div
    className={clsx(
      'flex items-baseline justify-between gap-4',
      strong && 'border-line font-semibold not-first:border-t not-first:pt-2',
    )}
  >
    <dt className={strong ? undefined : 'text-text-muted'}>{label}</dt>
    <dd className="shrink-0 tabular-nums">{children}</dd>
  </div>
)

/** Reported payments, oldest first. */
export function Payments({ invoice: { payments, number, status }, now }: { invoice: Invoice; now: Date }) {
  if (number === null || (status === 'VOID' && payments.length === 0)) return null
  return (
    <Section title={<Trans>Payments</Trans>}>
      {payments.length === 0 ? (
        <p className="text-text-muted">
          <Trans>No payments yet. Marketplace payments appear automatically.</Trans>
        </p>
      ) : (
        <Card>
          <ul aria-label={t`Payments`}>
            {payments.map((payment) => (
              <li key={payment.id} className="border-b border-line px-4 py-3 last:border-b-0">
                <PaymentRow payment={payment} now={now} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Section>
  )
}

function PaymentRow({ payment, now }: { payment: Payment; now: Date }) {
  const {
    amount,
    tip,
    method,
    status,
    paidAt,
    externalReference,
    confirmBy,
    note,
    proofUrl,
    disputeId,
    allowedActions,
  } = payment
  const until = confirmBy ? momentText(confirmBy, ownTimeZone(), now) : ''
  const tipText = moneyText(tip)
  return (
    <div className="flex items-start gap-3">
      <div className="grid min-w-0 flex-1">
        <span className="font-semibold tabular-nums">{moneyText(amount)}</span>
        <span className="text-sm text-text-muted">
          {[methodLabel(method), dayName(paidAt, ownTimeZone(), now), externalReference].filter(Boolean).join(' · ')}
        </span>
        {tip.amount > 0 && (
          <span className="text-sm text-text-muted">
            <Trans>With a tip of {tipText}</Trans>
          </span>
        )}
        {status === 'PENDING_CONFIRMATION' && (
          <span className="text-sm text-text-muted">
            <Trans>Counts as paid unless the customer objects. Deadline: {until}</Trans>
          </span>
        )}
        {note && (
          <span className="text-sm">
            “<bdi>{note}</bdi>”
          </span>
        )}
        {proofUrl && (
          <a
            href={proofUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 items-center justify-self-start pointer-coarse:min-h-11 text-sm font-semibold text-accent-text underline"
          >
            <Trans>Proof</Trans>
          </a>
        )}
        {(disputeId !== null || allowedActions.includes('dispute')) && (
          <DisputeEntry
            subject={{ type: 'PAYMENT', id: payment.id }}
            mayOpen={allowedActions.includes('dispute')}
            disputeId={disputeId}
            name={moneyText(amount)}
          />
        )}
      </div>
      <MoneyChip state={status} />
    </div>
  )
}
