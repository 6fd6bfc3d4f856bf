import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { checkProfessional, professionalForm } from '../../../shared/profile-groups/professional.model.ts'
import { ProfessionalFields } from '../../../shared/profile-groups/professional-fields.tsx'
import { todayUtc } from '../../../shared/profile-groups/rules.ts'
import { useGroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveProfessional } from '../api.ts'
import { finishStep, Step, type StepProps } from './step.tsx'

export function Professional({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const group = useGroupForm({
    draft: `get-started professional ${profile.id}`,
    values: professionalForm(profile),
    check: (form) => checkProfessional(form, { profile, today: todayUtc() }),
    failure: t`Failed to create professional info`,
    save: async (body) => {
      const saved = await finishStep(client, 'professional', await saveProfessional(body))
      if (!saved) return
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
      onSubmit={group.onSubmit}
      onBack={onBack}
    >
      <ProfessionalFields group={group} />
    </Step>
  )
}
