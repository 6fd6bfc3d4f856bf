import { listDocuments } from '@fettle/protocol/accounts/calls'
import type { ContractDraft } from '@fettle/protocol/contracts/content'
import { MAX_COOLING_OFF_DAYS } from '@fettle/protocol/contracts/constants'
import { policyNames } from '@fettle/protocol/bookings/constants'
import { materialsBy } from '@fettle/protocol/offers/constants'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { parseBasisPoints, percentInput, parseWholeNumber } from '../../../lib/format/amounts.ts'
import { queryOf } from '../../../lib/http/query.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { ValueField } from '../../../shared/forms/value-field.tsx'
import { Card, Section } from '../../../ui/layout/card.tsx'
import { SelectField, TextAreaField } from '../../../ui/forms/field.tsx'
import { dayText, policyLabel } from '../detail/content-labels.ts'
import type { EditorSectionProps } from './section-props.ts'

const materialsLabels: Record<ContractDraft['materialsBy'], MessageDescriptor> = {
  PROVIDER: msg`You`,
  CUSTOMER: msg`The customer`,
  SHARED: msg`Both of you`,
}

/** Payment terms and further conditions. */
export function TermsSection({ form, problems, set }: EditorSectionProps) {
  const { paymentTerms, warranty, terms } = form
  const whole = (most: number, put: (value: number) => void) => (text: string) => {
    const value = parseWholeNumber(text, most)
    if (value !== undefined) put(value)
    return value !== undefined
  }
  const percent = (most: number, put: (points: number) => void) => (text: string) => {
    const points = parseBasisPoints(text, most)
    if (points !== undefined) put(points)
    return points !== undefined
  }
  return (
    <Section title={<Trans>Payment and terms</Trans>}>
      <Card className="grid items-start gap-5 p-4 md:p-5 sm:grid-cols-2">
        <ValueField
          label={t`Invoices are due within (days)`}
          inputMode="numeric"
          value={String(paymentTerms.dueDays)}
          onText={whole(60, (dueDays) => set({ paymentTerms: { ...paymentTerms, dueDays } }))}
          wrong={t`Enter 0 to 60 days.`}
        />
        <ValueField
          label={t`Monthly late fee (%)`}
          value={percentInput(paymentTerms.lateFeeBps)}
          onText={percent(5000, (lateFeeBps) => set({ paymentTerms: { ...paymentTerms, lateFeeBps } }))}
          wrong={t`Use a late fee of 0 to 50%.`}
        />
        <ValueField
          label={t`Held back until completion (%)`}
          value={percentInput(form.retentionBps)}
          onText={percent(1000, (retentionBps) => set({ retentionBps }))}
          wrong={t`Hold back 0 to 10%.`}
        />
        <SelectField
          label={t`Who supplies materials?`}
          value={form.materialsBy}
          onChange={({ target }) => set({ materialsBy: target.value as ContractDraft['materialsBy'] })}
        >
          {materialsBy.map((party) => (
            <option key={party} value={party}>
              {i18n._(materialsLabels[party])}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Cancellation policy`}
          value={form.cancellationPolicy}
          onChange={({ target }) => set({ cancellationPolicy: target.value as ContractDraft['cancellationPolicy'] })}
        >
          {policyNames.map((name) => (
            <option key={name} value={name}>
              {policyLabel(name)}
            </option>
          ))}
        </SelectField>
        <ValueField
          label={t`Days to withdraw after signing`}
          inputMode="numeric"
          value={String(form.coolingOffDays)}
          onText={whole(MAX_COOLING_OFF_DAYS, (coolingOffDays) => set({ coolingOffDays }))}
          wrong={t`Enter 0 to 14 days.`}
        />
        <ValueField
          label={t`Warranty (months)`}
          inputMode="numeric"
          value={String(warranty.months)}
          onText={whole(120, (months) => set({ warranty: { ...warranty, months } }))}
          wrong={t`Use at most 120 months.`}
        />
        <Insurance form={form} set={set} />
        <TextAreaField
          label={t`What the warranty covers`}
          optional
          className="sm:col-span-2"
          rows={2}
          maxLength={2000}
          value={warranty.text}
          onChange={({ target }) => set({ warranty: { ...warranty, text: target.value } })}
        />
        <TextAreaField
          label={t`Terms`}
          optional
          className="sm:col-span-2"
          rows={5}
          maxLength={20_000}
          count={{ used: terms.text.length, of: 20_000 }}
          value={terms.text}
          onChange={({ target }) => set({ terms: { ...terms, text: target.value } })}
          error={problems['terms.text']}
        />
      </Card>
    </Section>
  )
}

/** Selects one of the provider's verified insurance certificates. */
function Insurance({ form, set }: Pick<EditorSectionProps, 'form' | 'set'>) {
  const query = useQuery(queryOf(listDocuments, {}))
  const { data = [] } = query
  if (!query.data && query.isError) return <LoadError query={query} />
  const approved = data.filter(({ type, status }) => type === 'INSURANCE_CERTIFICATE' && status === 'APPROVED')
  return (
    <SelectField
      label={t`Insurance certificate`}
      value={form.insuranceDocumentId ?? ''}
      onChange={({ target }) => set({ insuranceDocumentId: target.value || null })}
      hint={approved.length === 0 ? <Trans>Add a certificate to your documents to choose it here.</Trans> : undefined}
    >
      <option value="">{t`None`}</option>
      {approved.map(({ id, issuer, expiresAt, fileName }) => (
        <option key={id} value={id}>
          {[issuer ?? fileName, expiresAt && dayText(expiresAt)].filter(Boolean).join(' · ')}
        </option>
      ))}
    </SelectField>
  )
}
