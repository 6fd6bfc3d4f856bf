import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ListChecks, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../button.tsx'
import type { Selection } from './use-selection.ts'

/** Actions on several rows at once. */
export interface Bulk<Row> {
  /** Names the checkbox of a row. */
  nameOf: (row: Row) => string
  /** Renders the buttons for the selected rows. `clear` ends the selection. */
  actions: (selected: readonly Row[], clear: () => void) => ReactNode
}

/** Starts a selection. Its button disappears: the focus goes to the first checkbox. */
function startSelection({ start }: Selection<unknown>): void {
  flushSync(() => start())
  document.querySelector<HTMLElement>('input[data-row]')?.focus({ preventScroll: true })
}

/** Starts a selection where rows have no checkboxes. */
export const SelectButton = ({ selection }: { selection: Selection<unknown> }) =>
  selection.isSelecting ? null : (
    <Button
      size="sm"
      variant="quiet"
      className="-my-3 ms-auto justify-self-end"
      icon={<ListChecks size={18} aria-hidden="true" />}
      onClick={() => startSelection(selection)}
    >
      <Trans>Select</Trans>
    </Button>
  )

/** Icon button that starts a selection, for the row of a list's other controls. */
export const SelectIconButton = ({ selection }: { selection: Selection<unknown> }) =>
  selection.isSelecting ? null : (
    <IconButton
      label={t`Select`}
      icon={<ListChecks size={20} />}
      className="border border-line-strong md:size-10"
      onClick={() => startSelection(selection)}
    />
  )

/** The actions for the selected rows, in reach while the list scrolls. */
export function BulkBar<Row>({ selection, bulk }: { selection: Selection<Row>; bulk: Bulk<Row> }) {
  const { isSelecting, selected, clear, chooseAll } = selection
  const id = useId()
  const count = selected.length
  if (count === 0 && !isSelecting) return null
  const leave = () => {
    // The bar disappears: the focus goes to a row that was selected, else to the first one.
    const hasFocus = document.getElementById(id)?.contains(document.activeElement)
    const rows = [...document.querySelectorAll(':is(tr, li):has([data-row])')]
    const row = rows.find((each) => each.querySelector(':checked')) ?? rows[0]
    flushSync(clear)
    if (hasFocus) row?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
  }
  return (
    <section
      id={id}
      aria-label={t`Selected rows`}
      data-bottom-bar
      className="sticky bottom-4 z-2 flex flex-wrap items-center gap-2 justify-self-center rounded-card border border-line bg-surface-raised py-2 ps-4 pe-2 shadow-floating"
    >
      <p role="status" className="pe-2 text-sm font-semibold tabular-nums">
        <Trans>{count} selected</Trans>
      </p>
      <div className="bulk-actions">
        {count > 0 ? (
          bulk.actions(selected, leave)
        ) : (
          <Button size="sm" variant="secondary" onClick={chooseAll}>
            <Trans>Select all</Trans>
          </Button>
        )}
      </div>
      <IconButton label={t`Clear selection`} icon={<X size={18} />} className="ms-auto" onClick={leave} />
    </section>
  )
}
