import type { OfferDraft } from '@fettle/protocol/offers/content'
import { MAX_UNIT_PRICE } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, BookPlus, Copy, Trash2 } from 'lucide-react'
import { randomId } from '../../../../lib/random-id.ts'
import {
  amountInput,
  parseAmount,
  parseBasisPoints,
  percentInput,
  quantityInput,
  parseQuantity,
} from '../../../../lib/format/amounts.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '../../../../ui/forms/field.tsx'
import { focusIncomplete } from '../../../../ui/forms/incomplete.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { LineChoice } from './line-choice.tsx'
import { LineImage } from './line-image.tsx'
import { lineOf } from './keys.ts'
import type { OfferEditorFiles } from '../sections/use-files.ts'
import { copyLine, moveLine, patchOf, removeLine, restoreLine, setLine, type Line } from './draft-edits.ts'
import { allKinds, allUnits, kindLabel, unitLabel } from '../../../../shared/price-book/unit-labels.ts'
import type { Editing } from '../use-editing.ts'
import { useSaveToPriceBook } from './use-save-to-price-book.ts'
import { ValueField } from '../../../../shared/forms/value-field.tsx'

export interface LineSheetProps {
  id: string
  editing: Editing
  currency: string
  amount: number
  problems: Readonly<Record<string, string>> | undefined
  files: OfferEditorFiles
  onOpen: (id: string) => void
  onClose: () => void
}

/** Sheet with all fields of a line: for phones, and for fields without a column. */
export function LineSheet(props: LineSheetProps) {
  const line = props.editing.content.lineItems.find((other) => other.id === props.id)
  return line ? <LineFields {...props} line={line} /> : null
}

function LineFields({
  line,
  editing,
  currency,
  amount,
  problems,
  files,
  onOpen,
  onClose,
}: LineSheetProps & { line: Line }) {
  const { edit, content } = editing
  const { id } = line
  const set = (patch: Partial<Line>, tag: string) => edit((before) => setLine(before, id, patch), `${id}.${tag}`)
  const remove = () => {
    onClose()
    const position = content.lineItems.indexOf(line)
    const invalid = Object.fromEntries(Object.entries(editing.typed).filter(([cell]) => lineOf(cell) === id))
    edit((before) => removeLine(before, id))
    // The last step may be another by then.
    const restore = () =>
      editing.write((since) => ({
        content: restoreLine(since.content, line, position),
        typed: { ...since.typed, ...invalid },
      }))
    toast.info(t`Line removed`, { action: { label: t`Undo`, run: restore } })
  }
  const unit = unitLabel(line.unit)
  return (
    <Dialog
      onClose={onClose}
      kind="panel"
      title={line.name || <Trans>New line</Trans>}
      description={<span className="tabular-nums">{moneyText({ amount, currency })}</span>}
      footer={
        <Button onClick={() => !focusIncomplete() && onClose()}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <div className="grid gap-5">
        <TextField
          label={t`Description`}
          value={line.name}
          maxLength={120}
          placeholder={t`Describe the work or material`}
          onChange={({ target }) => set({ name: target.value }, 'name')}
          error={problems?.['name']}
        />
        <LineFigures line={line} editing={editing} currency={currency} problems={problems} set={set} />
        <TextAreaField
          label={t`Details`}
          optional
          rows={3}
          value={line.description}
          maxLength={2000}
          onChange={({ target }) => set({ description: target.value }, 'description')}
        />
        <LineChoice line={line} editing={editing} unit={unit} problems={problems} />
        <ValueField
          label={t`Your cost per unit (${currency})`}
          optional
          hint={t`Only you see this. The customer never does.`}
          value={line.costPrice === null || line.costPrice === undefined ? '' : amountInput(line.costPrice, currency)}
          onText={(text) => {
            const costPrice = text.trim() === '' ? null : parseAmount(text, currency, MAX_UNIT_PRICE)
            if (costPrice !== undefined) set({ costPrice }, 'cost')
            return costPrice !== undefined
          }}
          wrong={t`Enter a price of 0 or more.`}
        />
        {content.sections.length > 0 && (
          <SectionField line={line} content={content} onChoose={(sectionId) => set({ sectionId }, 'section')} />
        )}
        <LineImage line={line} files={files} onImage={(imageFileId) => set({ imageFileId }, 'image')} />
        <LineActions line={line} editing={editing} onOpen={onOpen} onRemove={remove} />
      </div>
    </Dialog>
  )
}

interface LineFiguresProps extends Pick<LineSheetProps, 'editing' | 'currency' | 'problems'> {
  line: Line
  /** Changes fields; consecutive changes with the same tag are one undo step. */
  set: (patch: Partial<Line>, tag: string) => void
}

/** Quantity, price, discount and tax of a line. */
function LineFigures({ line, editing, currency, problems, set }: LineFiguresProps) {
  const { type, typed, content } = editing
  const { id } = line
  /** Invalid input is shared with the table's cell. */
  const column = (name: string, text: string, value: Partial<Line> | undefined) => {
    type(id, name, text, value)
    return value !== undefined
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      <ValueField
        label={t`Quantity`}
        value={typed[`${id}.quantity`] ?? quantityInput(line.quantity)}
        onText={(text) => column('quantity', text, patchOf('quantity', parseQuantity(text)))}
        wrong={t`Enter a quantity from 0.001 to 99999.999.`}
        error={problems?.['quantity']}
      />
      <SelectField
        label={t`Unit`}
        value={line.unit}
        onChange={({ target }) => set({ unit: target.value as Line['unit'] }, 'unit')}
      >
        {allUnits.map((one) => (
          <option key={one} value={one}>
            {unitLabel(one)}
          </option>
        ))}
      </SelectField>
      <ValueField
        label={t`Unit price (${currency})`}
        value={typed[`${id}.unitPrice`] ?? amountInput(line.unitPrice, currency)}
        onText={(text) =>
          column(
            'unitPrice',
            text,
            patchOf('unitPrice', text.trim() === '' ? 0 : parseAmount(text, currency, MAX_UNIT_PRICE)),
          )
        }
        wrong={t`Enter a price of 0 or more.`}
        error={problems?.['unitPrice']}
      />
      <ValueField
        label={t`Discount (%)`}
        value={typed[`${id}.discountBps`] ?? percentInput(line.discountBps)}
        onText={(text) => column('discountBps', text, patchOf('discountBps', parseBasisPoints(text, 10_000)))}
        wrong={t`Use a discount of 0 to 100%.`}
      />
      {content.taxMode !== 'NONE' && (
        <ValueField
          label={t`Tax (%)`}
          value={typed[`${id}.taxRateBps`] ?? percentInput(line.taxRateBps)}
          onText={(text) => column('taxRateBps', text, patchOf('taxRateBps', parseBasisPoints(text, 5000)))}
          wrong={t`Use a tax rate of 0 to 50%.`}
        />
      )}
      <SelectField
        label={t`Kind`}
        value={line.kind}
        onChange={({ target }) => set({ kind: target.value as Line['kind'] }, 'kind')}
      >
        {allKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabel(kind)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

interface LineActionsProps extends Pick<LineSheetProps, 'editing' | 'onOpen'> {
  line: Line
  onRemove: () => void
}

function LineActions({ line, editing, onOpen, onRemove }: LineActionsProps) {
  const { edit } = editing
  const { id } = line
  const saveToPriceBook = useSaveToPriceBook(line)
  return (
    <div className="grid grid-cols-2 gap-3 border-t border-line pt-5">
      <LineAction icon={<ArrowUp size={18} />} onClick={() => edit((before) => moveLine(before, id, -1))}>
        <Trans>Move up</Trans>
      </LineAction>
      <LineAction icon={<ArrowDown size={18} />} onClick={() => edit((before) => moveLine(before, id, 1))}>
        <Trans>Move down</Trans>
      </LineAction>
      <LineAction
        icon={<Copy size={18} />}
        onClick={() => {
          const copy = randomId()
          edit((before) => copyLine(before, id, copy))
          onOpen(copy)
        }}
      >
        <Trans>Duplicate line</Trans>
      </LineAction>
      <LineAction icon={<BookPlus size={18} />} onClick={saveToPriceBook} disabled={line.name.trim() === ''}>
        <Trans>Save to price book</Trans>
      </LineAction>
      <LineAction icon={<Trash2 size={18} />} className="col-span-2 text-danger" onClick={onRemove}>
        <Trans>Remove line</Trans>
      </LineAction>
    </div>
  )
}

const LineAction = ({ icon, ...rest }: React.ComponentProps<typeof Button>) => (
  <Button size="sm" variant="secondary" icon={<span aria-hidden="true">{icon}</span>} {...rest} />
)

function SectionField({
  line,
  content,
  onChoose,
}: {
  line: Line
  content: OfferDraft
  onChoose: (id: string | null) => void
}) {
  return (
    <SelectField
      label={t`Heading`}
      value={line.sectionId ?? ''}
      onChange={({ target }) => onChoose(target.value || null)}
    >
      <option value="">{t`No heading`}</option>
      {content.sections.map(({ id, title }) => (
        <option key={id} value={id}>
          {title || t`Section`}
        </option>
      ))}
    </SelectField>
  )
}
