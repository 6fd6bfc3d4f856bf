import { plural, t } from '@lingui/core/macro'
import type { ClipboardEvent } from 'react'
import { randomId } from '../../../../lib/random-id.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { Editing } from '../use-editing.ts'
import { columnOf, lineOf } from './keys.ts'
import { cellsOf, isColumn, isTable, pasteRows, type ColumnName } from './paste.ts'

/** Pastes rows into the lines from the focused cell on. A single text is left to the cell. */
export function pasteFromClipboard(
  event: ClipboardEvent,
  { content, write }: Editing,
  { currency, shown }: { currency: string; shown: readonly ColumnName[] },
): void {
  const from = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset['cell']
  const text = event.clipboardData.getData('text/plain')
  const column = from ? columnOf(from) : ''
  if (!from || !isColumn(column) || !isTable(text)) return
  event.preventDefault()
  const rows = cellsOf(text)
  const at = { id: lineOf(from), column }
  const pasted = pasteRows(content, at, rows, { currency, newId: randomId, shown })
  write((before) => ({ content: pasted.content, typed: { ...before.typed, ...pasted.unread } }))
  const { left } = pasted
  if (left > 0)
    toast.error(t`Use at most 100 lines.`, {
      body: plural(left, {
        one: 'We left out # row, because the offer is full.',
        other: 'We left out # rows, because the offer is full.',
      }),
    })
  else toast.success(plural(rows.length, { one: '# row pasted', other: '# rows pasted' }))
}
