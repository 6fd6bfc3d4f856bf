import type { OfferDraft, Share, TaxMode } from '@fettle/protocol/offers/content'
import { taxModes } from '@fettle/protocol/offers/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { amountInput, parseAmount, parseBasisPoints, percentInput } from '../../../../lib/format/amounts.ts'
import { Card, Section } from '../../../../ui/layout/card.tsx'
import { SelectField, TextField } from '../../../../ui/forms/field.tsx'
import { Instalments } from './instalments.tsx'
import type { OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'
import { ValueField } from '../../../../shared/forms/value-field.tsx'

const modes: Record<TaxMode, MessageDescriptor> = {
  EXCLUSIVE: msg`Added to prices`,
  INCLUSIVE: msg`Included in prices`,
  NONE: msg`Don't show tax`,
}

export interface PriceSectionProps {
  editing: Editing
  currency: string
  problems: OfferProblems
  /** Tax rate common to all lines, or the default for new ones. */
  rate: number | undefined
}

/** Tax, discount, deposit and payment schedule. */
export function PriceSection({ editing, currency, problems, rate }: PriceSectionProps) {
  const { content, edit } = editing
  const { discount, deposit, taxMode } = content
  const setDiscount = (patch: Partial<OfferDraft['discount']>, tag: string) =>
    edit((before) => ({ ...before, discount: { ...before.discount, ...patch } }), `discount ${tag}`)
  const setDeposit = (patch: Partial<OfferDraft['deposit']>, tag: string) =>
    edit((before) => ({ ...before, deposit: { ...before.deposit, ...patch } }), `deposit ${tag}`)
  return (
    <Section title={<Trans>Price and payment</Trans>}>
      <Card className="grid items-start gap-5 p-4 sm:max-md:grid-cols-2 md:p-5 lg:grid-cols-2">
        <SelectField
          label={t`Tax`}
          value={taxMode}
          onChange={({ target }) => edit((before) => ({ ...before, taxMode: target.value as TaxMode }))}
        >
          {taxModes.map((mode) => (
            <option key={mode} value={mode}>
              {i18n._(modes[mode])}
            </option>
          ))}
        </SelectField>
        {taxMode === 'NONE' ? <span className="max-sm:hidden" /> : <TaxForAll editing={editing} rate={rate} />}
        <ShareField
          label={t`Discount`}
          share={discount}
          currency={currency}
          error={problems['discount.value']}
          onShare={setDiscount}
        />
        {discount.type !== 'NONE' ? (
          <TextField
            label={t`Reason`}
            optional
            value={discount.label}
            maxLength={80}
            placeholder={t`Returning customer`}
            onChange={({ target }) => setDiscount({ label: target.value }, 'label')}
          />
        ) : (
          <span className="max-sm:hidden" />
        )}
        <ShareField
          label={t`Deposit`}
          share={deposit}
          currency={currency}
          error={problems['deposit.value']}
          onShare={setDeposit}
        />
        {deposit.type !== 'NONE' && (
          <SelectField
            label={t`Deposit is due`}
            value={deposit.dueOn}
            onChange={({ target }) => setDeposit({ dueOn: target.value as typeof deposit.dueOn }, 'due')}
          >
            <option value="ACCEPTANCE">{t`On acceptance`}</option>
            <option value="BEFORE_START">{t`Before work starts`}</option>
          </SelectField>
        )}
        <Instalments editing={editing} problems={problems} />
      </Card>
    </Section>
  )
}

/** Sets one tax rate for all lines, the usual case. */
function TaxForAll({ editing, rate }: { editing: Editing; rate: number | undefined }) {
  const { edit } = editing
  return (
    <ValueField
      label={t`Tax on all lines (%)`}
      hint={t`New lines copy the tax of the line above. The first uses your default tax, set in your price book.`}
      value={rate === undefined ? '' : percentInput(rate)}
      onText={(text) => {
        const taxRateBps = parseBasisPoints(text, 5000)
        if (taxRateBps === undefined) return false
        edit(
          (before) => ({ ...before, lineItems: before.lineItems.map((line) => ({ ...line, taxRateBps })) }),
          'tax for all',
        )
        return true
      }}
      wrong={t`Use a tax rate of 0 to 50%.`}
    />
  )
}

interface ShareFieldProps {
  label: string
  share: Share
  currency: string
  error: string | undefined
  onShare: (share: Partial<Share>, tag: string) => void
}

/** Field for none, a percentage or an amount. */
function ShareField({ label, share, currency, error, onShare }: ShareFieldProps) {
  const { type, value } = share
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3">
      <SelectField
        label={label}
        value={type}
        onChange={({ target }) => onShare({ type: target.value as Share['type'], value: 0 }, 'type')}
        {...(type === 'NONE' && { className: 'col-span-2' })}
      >
        <option value="NONE">{t`None`}</option>
        <option value="PERCENT">{t`Percent`}</option>
        <option value="FIXED">{t`Amount`}</option>
      </SelectField>
      {type !== 'NONE' && (
        <ValueField
          key={type}
          label={type === 'PERCENT' ? t`Percentage (%)` : t`Amount (${currency})`}
          value={type === 'PERCENT' ? percentInput(value) : amountInput(value, currency)}
          onText={(text) => {
            const next = type === 'PERCENT' ? parseBasisPoints(text, 10_000) : parseAmount(text, currency)
            if (next !== undefined) onShare({ value: next }, 'value')
            return next !== undefined
          }}
          wrong={type === 'PERCENT' ? t`Use at most 100%.` : t`Use an amount of 0 or more.`}
          error={error}
        />
      )}
    </div>
  )
}
