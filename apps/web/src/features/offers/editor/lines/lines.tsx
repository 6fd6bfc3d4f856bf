import { MAX_GROUPS, MAX_LINES } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BookOpen, Heading, Layers, Plus, Redo2, Undo2 } from 'lucide-react'
import { memo, useCallback, useState } from 'react'
import { randomId } from '../../../../lib/random-id.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/layout/card.tsx'
import { FieldError } from '../../../../ui/forms/field.tsx'
import { LinesCards } from './lines-cards.tsx'
import { LinesTable, type LinesProps } from './lines-table.tsx'
import { addGroup, addLine, addSection } from './draft-edits.ts'
import { BookPicker } from './book-picker.tsx'

// Constant elements are not re-rendered.
const title = <Trans>Lines</Trans>
const tableTip = (
  <p className="text-sm text-text-muted">
    <Trans>
      Tip: paste rows straight from a spreadsheet. Enter adds a line, Tab and the arrow keys move between cells, Alt
      with an arrow key moves the line.
    </Trans>
  </p>
)

/** Focuses the name of a new line once its row exists. */
const focusName = (id: string) =>
  void setTimeout(() => document.querySelector<HTMLElement>(`[data-cell="${id}.name"]`)?.focus())

/** Lines of an offer, with the ways to add more. */
export function Lines({ table, usualTaxRateBps, ...props }: LinesProps & { table: boolean; usualTaxRateBps: number }) {
  const { editing, problems, onOpen } = props
  const { content, edit } = editing
  const [picking, setPicking] = useState(false)
  const count = content.lineItems.length
  const full = count >= MAX_LINES
  const pick = useCallback(() => setPicking(true), [])
  const add = useCallback(() => {
    const id = randomId()
    // Appends to the last section.
    edit((before) => addLine(before, id, { sectionId: before.sections.at(-1)?.id, usualTaxRateBps }))
    if (!table) onOpen(id)
    else focusName(id)
  }, [edit, onOpen, table, usualTaxRateBps])
  const addChoice = useCallback(() => {
    const [group = '', ...lines] = Array.from({ length: 4 }, randomId)
    edit((before) => {
      const ids = [group, ...lines]
      const choice = { name: t`Choose one`, lines: [t`Good`, t`Better`, t`Best`] }
      return addGroup(before, choice, () => ids.shift() ?? randomId(), usualTaxRateBps)
    })
    if (table && lines[0]) focusName(lines[0])
  }, [edit, table, usualTaxRateBps])
  return (
    <Section
      title={title}
      actions={
        <UndoButtons canUndo={editing.canUndo} canRedo={editing.canRedo} undo={editing.undo} redo={editing.redo} />
      }
    >
      {count === 0 && content.sections.length === 0 ? (
        <p className="rounded-card border border-dashed border-line-strong p-5 text-center text-text-muted">
          <Trans>Add a line, pick one from your price book, or paste rows from a spreadsheet.</Trans>
        </p>
      ) : table ? (
        <LinesTable {...props} />
      ) : (
        <LinesCards {...props} />
      )}
      {problems['lines'] && <FieldError>{problems['lines']}</FieldError>}
      <LineTools
        edit={edit}
        onAdd={add}
        onChoice={addChoice}
        onPick={pick}
        count={count}
        groups={content.optionGroups.length}
        sections={content.sections.length}
      />
      {table && count > 0 && tableTip}
      {full && (
        <p className="text-sm text-text-muted">
          <Trans>Use at most 100 lines.</Trans>
        </p>
      )}
      {picking && <BookPicker editing={editing} currency={props.currency} onClose={() => setPicking(false)} />}
    </Section>
  )
}

/** Undo and redo buttons. Re-rendered only when one becomes available or unavailable. */
const UndoButtons = memo(function UndoButtons({
  canUndo,
  canRedo,
  undo,
  redo,
}: Pick<LinesProps['editing'], 'canUndo' | 'canRedo' | 'undo' | 'redo'>) {
  return (
    <div className="flex items-center">
      <IconButton
        label={t`Undo`}
        icon={<Undo2 size={18} />}
        disabled={!canUndo}
        onClick={undo}
        aria-keyshortcuts="Control+Z"
      />
      <IconButton
        label={t`Redo`}
        icon={<Redo2 size={18} />}
        disabled={!canRedo}
        onClick={redo}
        aria-keyshortcuts="Control+Shift+Z"
      />
    </div>
  )
})

interface LineToolsProps {
  edit: LinesProps['editing']['edit']
  onAdd: () => void
  onChoice: () => void
  onPick: () => void
  /** Number of lines and groups. */
  count: number
  groups: number
  sections: number
}

/** Buttons that add lines. Re-rendered only when a limit is reached. */
const LineTools = memo(function LineTools({ edit, onAdd, onChoice, onPick, count, groups, sections }: LineToolsProps) {
  const full = count >= MAX_LINES
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        icon={<Plus size={18} aria-hidden="true" />}
        disabled={full}
        onClick={onAdd}
      >
        <Trans>Add a line</Trans>
      </Button>
      <Button
        size="sm"
        variant="secondary"
        icon={<BookOpen size={18} aria-hidden="true" />}
        disabled={full}
        onClick={onPick}
      >
        <Trans>From the price book</Trans>
      </Button>
      <Button
        size="sm"
        variant="secondary"
        icon={<Heading size={18} aria-hidden="true" />}
        disabled={sections >= 20}
        onClick={() => edit((before) => addSection(before, randomId()))}
      >
        <Trans>Add heading</Trans>
      </Button>
      <Button
        size="sm"
        variant="secondary"
        icon={<Layers size={18} aria-hidden="true" />}
        disabled={groups >= MAX_GROUPS || count + 3 > MAX_LINES}
        onClick={onChoice}
      >
        <Trans>Good, better, best</Trans>
      </Button>
    </div>
  )
})
