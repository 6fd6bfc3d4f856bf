import { MAX_LINES } from '@fettle/protocol/offers/constants'
import type { PriceBookItem } from '@fettle/protocol/offers/price-book'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { randomId } from '../../../../lib/random-id.ts'
import { paths } from '../../../../routing/paths.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { LoadError } from '../../../../shared/errors/load-error.tsx'
import { priceBookQuery } from '../../../../shared/price-book/api.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { SearchField } from '../../../../ui/forms/search-field.tsx'
import { SkeletonList } from '../../../../ui/feedback/skeleton.tsx'
import { addLine } from './draft-edits.ts'
import { unitText } from '../../../../shared/price-book/unit-labels.ts'
import type { Editing } from '../use-editing.ts'

const lower = (text: string) => text.toLocaleLowerCase()

/** Picker of price book items: each tap adds a line to the offer. */
export function BookPicker({
  editing,
  currency,
  onClose,
}: {
  editing: Editing
  currency: string
  onClose: () => void
}) {
  const found = useQuery(priceBookQuery)
  const [typed, setTyped] = useState('')
  const [added, setAdded] = useState<Readonly<Record<string, number>>>({})
  const words = lower(typed).split(/\s+/).filter(Boolean)
  const items = (found.data ?? []).filter((item) =>
    words.every((word) => lower(`${item.name} ${item.description}`).includes(word)),
  )
  const full = editing.content.lineItems.length >= MAX_LINES
  const addItem = ({ id, kind, name, description, unit, unitPrice, costPrice, taxRateBps }: PriceBookItem) => {
    const line = { kind, name, description, unit, unitPrice, costPrice, taxRateBps }
    editing.edit((before) => addLine(before, randomId(), { sectionId: before.sections.at(-1)?.id, values: line }))
    setAdded((before) => ({ ...before, [id]: (before[id] ?? 0) + 1 }))
  }
  return (
    <Dialog
      onClose={onClose}
      kind="panel"
      title={<Trans>From the price book</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        {found.isPending && <SkeletonList rows={3} />}
        {found.isError && !found.data && <LoadError title={t`We couldn't load the price book.`} query={found} />}
        {found.data?.length === 0 && (
          <p className="text-text-muted">
            <Trans>
              Your price book is empty. Save a line to it from the line's details, or add prices under{' '}
              <Link to={`${paths.profile}?tab=price-book`} className="font-semibold underline">
                Profile, Price book
              </Link>
              .
            </Trans>
          </p>
        )}
        {(found.data?.length ?? 0) > 6 && (
          <SearchField value={typed} onChange={setTyped} label={t`Search the price book`} />
        )}
        {found.data && words.length > 0 && items.length === 0 && (
          <p role="status" className="text-text-muted">
            <Trans>No matching items.</Trans>
          </p>
        )}
        <ul className="grid divide-y divide-line">
          {items.map((item) => {
            const price = moneyText({ amount: item.unitPrice, currency: item.currency })
            const unit = unitText(item.unit, '1')
            const times = added[item.id] ?? 0
            const foreign = item.currency !== currency
            return (
              <li key={item.id}>
                <button
                  type="button"
                  disabled={full || foreign}
                  onClick={() => addItem(item)}
                  className="flex min-h-14 w-full items-center gap-3 py-2 text-start hover:bg-surface-hover disabled:opacity-50"
                >
                  <Plus size={18} aria-hidden="true" className="shrink-0 text-accent-text" />
                  <span className="grid min-w-0 flex-1">
                    <span dir="auto" className="font-medium wrap-anywhere">
                      {item.name}
                    </span>
                    <span className="text-sm text-text-muted tabular-nums">
                      {price} / {unit}
                    </span>
                  </span>
                  {times > 0 && (
                    <span className="shrink-0 text-sm font-semibold text-success">
                      <Trans>added {times}×</Trans>
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
        {full && (
          <p className="text-sm text-text-muted">
            <Trans>Use at most 100 lines.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}
