import { contentFor, isInOtherCurrency } from '@fettle/protocol/common/template-content'
import type { ContractTemplate } from '@fettle/protocol/contracts/templates'
import { createContractTemplate, saveContractTemplate } from '@fettle/protocol/contracts/calls'
import { withoutAmounts } from '@fettle/protocol/contracts/without-amounts'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Dispatch, SetStateAction } from 'react'
import { call } from '../../../lib/http/api.ts'
import { callOnce } from '../../../lib/http/call-once.ts'
import { TemplatePicker } from '../../../shared/documents/template-picker.tsx'
import { withoutTemplate } from '../../../shared/documents/without-template.ts'
import { contractTemplatesQuery } from '../api.ts'
import { contentOf, newMilestoneRow, type ContractForm } from './contract-form.ts'

/**
 * Applies the texts and terms of a template. Location, dates, price and attachments stay the contract's own.
 * Amounts in another currency are left out.
 */
const applied = (
  before: ContractForm,
  { id, version }: ContractTemplate,
  content: ContractTemplate['content'],
): ContractForm => ({
  ...before,
  title: before.title || content.title,
  scopeOfWork: before.scopeOfWork || content.scopeOfWork,
  exclusions: content.exclusions || before.exclusions,
  retentionBps: content.retentionBps,
  sequential: content.sequential,
  paymentTerms: content.paymentTerms,
  materialsBy: content.materialsBy,
  warranty: content.warranty,
  cancellationPolicy: content.cancellationPolicy,
  coolingOffDays: Math.max(before.coolingOffDays, content.coolingOffDays),
  terms: { templateId: id, templateVersion: version, text: content.terms.text },
  milestones:
    before.milestones.length > 0
      ? before.milestones
      : content.milestones.map(({ title, description, amount }) => ({
          ...newMilestoneRow(amount),
          title,
          description,
        })),
})

/** Whether the contract takes the template's milestones, but not their amounts in another currency. */
const isWithoutPrices = (template: ContractTemplate, { milestones }: ContractForm, currency: string): boolean =>
  milestones.length === 0 &&
  template.content.milestones.some(({ amount }) => amount > 0) &&
  isInOtherCurrency(template, currency)

/** Lists contract templates, to apply one or to save this contract as one. */
export function TemplatesDialog(props: {
  form: ContractForm
  currency: string
  replace: Dispatch<SetStateAction<ContractForm>>
  onClose: () => void
}) {
  const { form, currency, replace, onClose } = props
  const client = useQueryClient()
  const keep = async (name: string, existing: ContractTemplate | undefined) => {
    const body = { name, content: contentOf(form, new Set()), currency }
    await (existing
      ? call(saveContractTemplate, { params: { id: existing.id }, body: { ...body, version: existing.version } })
      : callOnce(createContractTemplate, { body }))
    void client.invalidateQueries({ queryKey: contractTemplatesQuery.queryKey })
  }
  return (
    <TemplatePicker
      found={useQuery(contractTemplatesQuery)}
      title={form.title}
      replaces={<Trans>This replaces the current terms. Location, dates and price stay.</Trans>}
      leavesOut={<Trans>Dates, location and files aren't included.</Trans>}
      aside={(template) => {
        const { currency: other } = template
        return isWithoutPrices(template, form, currency) && <Trans>Without prices in {other}</Trans>
      }}
      apply={(template) => {
        const next = applied(form, template, contentFor(template, currency, withoutAmounts))
        replace(next)
        return () => replace((latest) => withoutTemplate(latest, form, next))
      }}
      keep={keep}
      onClose={onClose}
    />
  )
}
