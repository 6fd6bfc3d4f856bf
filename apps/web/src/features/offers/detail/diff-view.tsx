import type { OfferDraft } from '@fettle/protocol/offers/content'
import type { OfferDiff } from '@fettle/protocol/offers/diff'
import { directionOf } from '@fettle/i18n/locales'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Minus, Pencil, Plus } from 'lucide-react'
import { moneyText, signedMoneyText } from '../../../lib/format/money.ts'
import { changedField, changedValue } from './diff-labels.ts'

export interface DiffViewProps {
  diff: OfferDiff
  before: OfferDraft
  after: OfferDraft
  currency: string
  timeZone: string
}

/** An arrow from the old value to the new one, as the page is read. */
const arrow = () => (directionOf(i18n.locale) === 'rtl' ? '←' : '→')

/** Differences between two revisions, and their effect on the total. */
export function DiffView({ diff, before, after, currency, timeZone }: DiffViewProps) {
  const { added, removed, changed, fields, totalBefore, totalAfter, totalDelta } = diff
  const money = (amount: number) => moneyText({ amount, currency })
  const value = (field: string, fieldValue: unknown, of: OfferDraft) =>
    changedValue(field, fieldValue, { currency, timeZone, content: of })
  const nothing = added.length + removed.length + changed.length + fields.length === 0
  return (
    <div className="grid gap-3 text-sm">
      <p className="tabular-nums">
        {money(totalBefore)} {arrow()} <strong>{money(totalAfter)}</strong>
        {totalDelta !== 0 && ` (${signedMoneyText({ amount: totalDelta, currency })})`}
      </p>
      {nothing && (
        <p className="text-text-muted">
          <Trans>No changes the customer can see.</Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {added.map(({ id, name, amount }) => (
          <li key={`+${id}`} className="flex gap-2">
            <Plus size={16} aria-label={t`Added`} className="mt-0.5 shrink-0 text-success" />
            <span className="min-w-0 flex-1 wrap-anywhere">{name || '–'}</span>
            <span className="tabular-nums">{money(amount)}</span>
          </li>
        ))}
        {removed.map(({ id, name, amount }) => (
          <li key={`-${id}`} className="flex gap-2">
            <Minus size={16} aria-label={t`Removed`} className="mt-0.5 shrink-0 text-danger" />
            <s className="min-w-0 flex-1 wrap-anywhere">{name || '–'}</s>
            <s className="tabular-nums">{money(amount)}</s>
          </li>
        ))}
        {changed.map(({ id, name, changes }) => (
          <li key={`~${id}`} className="flex gap-2">
            <Pencil size={16} aria-label={t`Changed`} className="mt-0.5 shrink-0 text-warning" />
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">{name || '–'}</p>
              <Changes changes={changes} before={before} after={after} value={value} />
            </div>
          </li>
        ))}
        {fields.length > 0 && (
          <li className="flex gap-2">
            <Pencil size={16} aria-label={t`Changed`} className="mt-0.5 shrink-0 text-warning" />
            <div className="min-w-0 flex-1">
              <Changes changes={fields} before={before} after={after} value={value} />
            </div>
          </li>
        )}
      </ul>
    </div>
  )
}

function Changes(props: {
  changes: OfferDiff['fields']
  before: OfferDraft
  after: OfferDraft
  value: (field: string, given: unknown, of: OfferDraft) => string
}) {
  const { changes, before, after, value } = props
  return (
    <ul className="grid gap-0.5 text-text-muted">
      {changes.map(({ field, before: old, after: now }) => {
        const [from, to] = [value(field, old, before), value(field, now, after)]
        return (
          <li key={field} className="wrap-anywhere">
            {changedField(field)}
            {from !== '' || to !== '' ? (
              <>
                {': '}
                {from || '–'} {arrow()} <span className="text-text">{to || '–'}</span>
              </>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
