import type { PriceBookItem } from '@fettle/protocol/offers/price-book'
import { PRICE_BOOK_LIMIT } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, Plus, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { percentInput } from '../../../lib/format/amounts.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { priceBookQuery, removeItem } from '../../../shared/price-book/api.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { kindLabel, unitText } from '../../../shared/price-book/unit-labels.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RemovableRow } from '../../../ui/layout/removable-row.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePendingActions } from '../../../ui/feedback/undo.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { LimitedList } from '../components/limited-list.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { TemplatesCard } from './templates-card.tsx'
import { UsualTaxCard } from './usual-tax-card.tsx'

const lower = (text: string) => text.toLocaleLowerCase()

/** Price book and templates. */
export function PriceBookTab({ country }: { country: string | null }) {
  // Render the cards below only with the prices, so that the layout does not shift.
  const { isPending } = useQuery(priceBookQuery)
  if (isPending) return <SkeletonList rows={3} />
  return (
    <div className="grid gap-5">
      <PriceBook country={country} />
      <UsualTaxCard />
      <TemplatesCard />
    </div>
  )
}

function PriceBook({ country }: { country: string | null }) {
  const client = useQueryClient()
  const found = useQuery(priceBookQuery)
  const [typed, setTyped] = useState('')
  const [editing, setEditing] = useState<PriceBookItem | 'new'>()
  const pending = usePendingActions()
  if (!found.data) return <LoadError query={found} />
  const items = found.data.filter(({ id }) => !pending.has(id))
  const { length: count } = items
  const shown = items.filter(({ name, description }) => lower(`${name} ${description}`).includes(lower(typed.trim())))
  const add = (
    <Button
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={() => {
        if (count >= PRICE_BOOK_LIMIT)
          toast.error(t`Your price book is full (${PRICE_BOOK_LIMIT} items). Delete one first.`)
        else setEditing('new')
      }}
    >
      <Trans>New item</Trans>
    </Button>
  )
  return (
    <>
      {count === 0 ? (
        <Card>
          <EmptyState icon={<BookOpen size={26} />} title={<Trans>No prices yet</Trans>} action={add}>
            <Trans>
              Save what you charge: an hour, a day, a metre of pipe. Add it to an offer with one tap, price and tax
              included.
            </Trans>
          </EmptyState>
        </Card>
      ) : (
        <LimitedList
          title={<Trans>Price book</Trans>}
          count={count}
          limit={PRICE_BOOK_LIMIT}
          add={add}
          search={{ value: typed, onChange: setTyped, label: t`Search the price book` }}
          rows={shown.map((item) => (
            <Row
              key={item.id}
              item={item}
              onEdit={() => setEditing(item)}
              onRemove={() => void deleteWithUndo(item, () => removeItem(client, item.id))}
            />
          ))}
          nothing={<Trans>No matching items.</Trans>}
        />
      )}
      {editing && (
        <ItemDialog
          item={editing === 'new' ? undefined : editing}
          country={country}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

function Row({ item, onEdit, onRemove }: { item: PriceBookItem; onEdit: () => void; onRemove: () => void }) {
  const { name, description, kind, unit, unitPrice, taxRateBps, currency } = item
  const price = moneyText({ amount: unitPrice, currency })
  const rate = percentInput(taxRateBps)
  return (
    <RemovableRow className="flex items-start gap-1 py-3">
      <div className="min-w-0 flex-1 py-1">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {name}
        </p>
        <p className="text-sm text-text-muted tabular-nums">
          {price} / {unitText(unit, '1')} · {kindLabel(kind)}
          {taxRateBps > 0 && (
            <>
              {' · '}
              <span className="whitespace-nowrap">
                <Trans>{rate}% tax</Trans>
              </span>
            </>
          )}
        </p>
        {description && (
          <p dir="auto" className="line-clamp-2 text-sm text-text-muted">
            {description}
          </p>
        )}
      </div>
      <IconButton label={t`Edit ${name}`} icon={<SquarePen size={18} />} onClick={onEdit} />
      <IconButton label={t`Delete ${name}`} icon={<Trash2 size={18} />} onClick={onRemove} />
    </RemovableRow>
  )
}
