import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { parseBasisPoints, percentInput } from '../../../lib/format/amounts.ts'
import type { ValidationResult } from '../../../lib/forms/problems.ts'
import { checkProfessional, professionalForm } from '../../../shared/profile-groups/professional.model.ts'
import { ProfessionalFields } from '../../../shared/profile-groups/professional-fields.tsx'
import { todayUtc } from '../../../shared/profile-groups/rules.ts'
import { useGroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveProfessional, saveTax } from '../api.ts'
import { finishStep, Step, type StepProps } from './step.tsx'

const MAX_TAX_BPS = 5000

/** Adds the tax rate to a checked form. */
function withTax<T>(checked: ValidationResult<T>, tax: string): ValidationResult<T> {
  if (parseBasisPoints(tax, MAX_TAX_BPS) !== undefined) return checked
  const problem = { field: 'usualTax', message: t`Use a tax rate of 0 to 50%.` }
  return { ok: false, problems: [...(checked.ok ? [] : checked.problems), problem] }
}

export function Professional({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const savedRate = profile.usualTaxRateBps > 0 ? percentInput(profile.usualTaxRateBps) : ''
  const group = useGroupForm({
    draft: `get-started professional ${profile.id}`,
    values: { ...professionalForm(profile), usualTax: savedRate },
    check: ({ usualTax, ...form }) => withTax(checkProfessional(form, { profile, today: todayUtc() }), usualTax),
    failure: t`Failed to create professional info`,
    save: async (body, { usualTax }) => {
      const rate = parseBasisPoints(usualTax, MAX_TAX_BPS)
      if (rate !== undefined && rate !== profile.usualTaxRateBps) await saveTax(rate)
      const saved = await finishStep(client, 'professional', await saveProfessional(body))
      if (saved) toast.success(t`Professional info updated successfully`, { id: 'form' })
      return saved
    },
    onSaved: onDone,
  })
  return (
    <Step
      title={<Trans>What's your trade?</Trans>}
      intro={<Trans>Customers search by trade. You can change yours at any time.</Trans>}
      summary={group.summary}
      busy={group.busy}
      onSubmit={group.onSubmit}
      onBack={onBack}
    >
      <ProfessionalFields group={group} />
      <TextField
        {...group.field('usualTax')}
        label={t`Default tax (%)`}
        optional
        hint={t`New prices and offer lines start with this rate. You can change it on each one.`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
      />
    </Step>
  )
}
