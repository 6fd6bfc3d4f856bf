import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { basisPointsOf, percentInput } from '../../../lib/format/amounts.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { checkProfessional, professionalForm } from '../../../shared/profile-groups/professional.model.ts'
import { ProfessionalFields } from '../../../shared/profile-groups/professional-fields.tsx'
import { todayUtc } from '../../../shared/profile-groups/rules.ts'
import { useGroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveProfessional, saveTax } from '../api.ts'
import { finishStep, Step, type StepProps } from './step.tsx'

const MAX_TAX_BPS = 5000

export function Professional({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const savedRate = profile.usualTaxRateBps > 0 ? percentInput(profile.usualTaxRateBps) : ''
  const {
    form: { tax },
    change,
    clearDraft,
  } = useDraft(`get-started tax ${profile.id}`, { tax: savedRate })
  const [isSubmitted, setSubmitted] = useState(false)
  const rate = basisPointsOf(tax, MAX_TAX_BPS)
  const group = useGroupForm({
    draft: `get-started professional ${profile.id}`,
    values: professionalForm(profile),
    check: (form) => checkProfessional(form, { profile, today: todayUtc() }),
    failure: t`Failed to create professional info`,
    save: async (body) => {
      if (rate === undefined) throw new Error('The tax rate is checked before')
      if (rate !== profile.usualTaxRateBps) await saveTax(rate)
      const saved = await finishStep(client, 'professional', await saveProfessional(body))
      if (!saved) return
      clearDraft()
      toast.success(t`Professional info updated successfully`, { id: 'form' })
      onDone(saved)
    },
  })
  return (
    <Step
      title={<Trans>What's your trade?</Trans>}
      intro={<Trans>Customers search by trade. You can change yours at any time.</Trans>}
      summary={group.summary}
      busy={group.busy}
      onSubmit={(event) => {
        setSubmitted(true)
        if (rate !== undefined) return group.onSubmit(event)
        event.preventDefault()
        document.getElementById('usualTax')?.focus()
      }}
      onBack={onBack}
    >
      <ProfessionalFields group={group} />
      <TextField
        id="usualTax"
        label={t`Default tax (%)`}
        optional
        hint={t`New prices and offer lines start with this rate. You can change it on each one.`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        value={tax}
        onChange={({ target }) => change({ tax: target.value })}
        error={isSubmitted && rate === undefined ? t`Use a tax rate of 0 to 50%.` : undefined}
      />
    </Step>
  )
}
