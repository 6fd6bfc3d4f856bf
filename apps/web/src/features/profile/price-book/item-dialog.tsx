import { currencyOf } from '@fettle/protocol/common/currencies'
import type { LineKind, LineUnit } from '@fettle/protocol/offers/content'
import { MAX_UNIT_PRICE } from '@fettle/protocol/offers/constants'
import type { PriceBookItem } from '@fettle/protocol/offers/price-book'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { amountInput, parseAmount, parseBasisPoints, percentInput } from '../../../lib/format/amounts.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { isApiError } from '../../../lib/http/api-error.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { saveItem, type PriceBookInput } from '../../../shared/price-book/api.ts'
import { allKinds, allUnits, kindLabel, unitLabel } from '../../../shared/price-book/unit-labels.ts'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

export interface ItemDialogProps {
  /** The edited item; undefined for a new one. */
  item: PriceBookItem | undefined
  country: string | null
  onClose: () => void
}

type Problems = Partial<Record<'name' | 'description' | 'unitPrice' | 'costPrice' | 'taxRateBps', string>>

interface Fields {
  name: string
  kind: LineKind
  unit: LineUnit
  price: string
  cost: string
  tax: string
  description: string
}

const fieldsOf = (item: PriceBookItem | undefined, currency: string, usualTaxRateBps: number): Fields => ({
  name: item?.name ?? '',
  kind: item?.kind ?? 'LABOUR',
  unit: item?.unit ?? 'HOUR',
  price: item ? amountInput(item.unitPrice, currency) : '',
  cost: item && item.costPrice !== null ? amountInput(item.costPrice, currency) : '',
  tax: percentInput(item?.taxRateBps ?? usualTaxRateBps),
  description: item?.description ?? '',
})

/** Form of a price book item. */
export function ItemDialog({ item, country, onClose }: ItemDialogProps) {
  const client = useQueryClient()
  const currency = item?.currency ?? currencyOf(country ?? '')
  const { usualTaxRateBps } = useProfile()
  const {
    form,
    change: set,
    clearDraft,
  } = useDraft(`price-book:${item?.id ?? ''}`, fieldsOf(item, currency, usualTaxRateBps))
  const [problems, setProblems] = useState<Problems>({})
  const [failed, setFailed] = useState<string>()
  const [busy, setBusy] = useState(false)

  const read = (): PriceBookInput | Problems => {
    const unitPrice = parseAmount(form.price, currency, MAX_UNIT_PRICE)
    const costPrice = form.cost.trim() === '' ? null : parseAmount(form.cost, currency, MAX_UNIT_PRICE)
    const taxRateBps = parseBasisPoints(form.tax, 5000)
    const name = form.name.trim()
    const wrong: Problems = {
      ...(name === '' && { name: t`Use 1 to 120 characters for the name.` }),
      ...(unitPrice === undefined && { unitPrice: t`Enter a price of 0 or more.` }),
      ...(costPrice === undefined && { costPrice: t`Enter a price of 0 or more.` }),
      ...(taxRateBps === undefined && { taxRateBps: t`Use a tax rate of 0 to 50%.` }),
    }
    if (Object.keys(wrong).length > 0 || unitPrice === undefined || costPrice === undefined) return wrong
    const { kind, unit, description } = form
    return { name, kind, unit, unitPrice, costPrice, taxRateBps: taxRateBps ?? 0, description: description.trim() }
  }

  const save = async () => {
    const body = read()
    if (!('kind' in body)) return setProblems(body)
    setProblems({})
    setFailed(undefined)
    setBusy(true)
    try {
      await saveItem(client, item, body)
      clearDraft()
      toast.success(t`Saved to your price book`)
      onClose()
    } catch (error) {
      const issues = isApiError(error) ? error.issues : []
      if (issues.length > 0) setProblems(Object.fromEntries(issues.map(({ field, message }) => [field, message])))
      else if (isApiError(error) && error.code === 'PRICE_BOOK_DUPLICATE') setProblems({ name: error.message })
      else {
        const message = errorText(error, t`We couldn't save it to your price book.`)
        setFailed(message)
        toast.error(message)
      }
    } finally {
      setBusy(false)
    }
  }

  const close = () => {
    // Closing without saving discards changes of an existing item; a new one stays a draft.
    if (item) clearDraft()
    onClose()
  }
  return (
    <FormDialog
      onClose={close}
      title={item ? <Trans>Edit item</Trans> : <Trans>New item</Trans>}
      submit={<Trans>Save</Trans>}
      busy={busy}
      onSubmit={() => void save()}
    >
      <TextField
        label={t`Name`}
        value={form.name}
        maxLength={120}
        placeholder={t`A day of work`}
        onChange={({ target }) => set({ name: target.value })}
        error={problems.name}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <TextField
          label={t`Unit price (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          value={form.price}
          onChange={({ target }) => set({ price: target.value })}
          error={problems.unitPrice}
        />
        <SelectField
          label={t`Unit`}
          value={form.unit}
          onChange={({ target }) => set({ unit: target.value as LineUnit })}
        >
          {allUnits.map((unit) => (
            <option key={unit} value={unit}>
              {unitLabel(unit)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Kind`}
          value={form.kind}
          onChange={({ target }) => set({ kind: target.value as LineKind })}
        >
          {allKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindLabel(kind)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t`Tax (%)`}
          inputMode="decimal"
          autoComplete="off"
          value={form.tax}
          onChange={({ target }) => set({ tax: target.value })}
          error={problems.taxRateBps}
        />
      </div>
      <TextField
        label={t`Your cost per unit (${currency})`}
        optional
        inputMode="decimal"
        autoComplete="off"
        hint={t`Only you see this. The customer never does.`}
        value={form.cost}
        onChange={({ target }) => set({ cost: target.value })}
        error={problems.costPrice}
      />
      <TextAreaField
        label={t`Details`}
        optional
        rows={2}
        maxLength={2000}
        value={form.description}
        onChange={({ target }) => set({ description: target.value })}
        error={problems.description}
      />
      {failed && <FieldError alert>{failed}</FieldError>}
    </FormDialog>
  )
}
