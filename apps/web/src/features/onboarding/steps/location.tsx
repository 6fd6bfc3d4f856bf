import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { checkLocation, locationForm } from '../../../shared/profile-groups/location.model.ts'
import { LocationFields } from '../../../shared/profile-groups/location-fields.tsx'
import { useGroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveLocation } from '../api.ts'
import { finishStep, Step, type StepProps } from './step.tsx'

export function Location({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const group = useGroupForm({
    draft: `get-started location ${profile.id}`,
    values: locationForm(profile),
    check: checkLocation,
    failure: t`Failed to create contact info`,
    save: async (body) => {
      const saved = await finishStep(client, 'location', await saveLocation(body))
      if (saved) toast.success(t`Location updated successfully`, { id: 'form' })
      return saved
    },
    onSaved: onDone,
  })
  return (
    <Step
      title={<Trans>Where are you based?</Trans>}
      intro={<Trans>Customers see your city. Your country sets your currency.</Trans>}
      summary={group.summary}
      busy={group.busy}
      onSubmit={group.onSubmit}
      onBack={onBack}
    >
      <LocationFields group={group} />
    </Step>
  )
}
