import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { checkPersonal, personalForm } from '../../../shared/profile-groups/personal.model.ts'
import { PersonalFields } from '../../../shared/profile-groups/personal-fields.tsx'
import { todayUtc } from '../../../shared/profile-groups/rules.ts'
import { useGroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { usePicture } from '../../../shared/profile-groups/use-picture.ts'
import { PicturePicker } from '../../../ui/forms/file-drop.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { savePersonal } from '../api.ts'
import { finishStep, Step, type StepProps } from './step.tsx'

export function Personal({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const picture = usePicture()
  const group = useGroupForm({
    draft: `get-started personal ${profile.id}`,
    values: personalForm(profile),
    check: (form) => checkPersonal(form, { profile, today: todayUtc() }),
    failure: t`Failed to update personal info`,
    save: async (body) => {
      const saved = await finishStep(client, 'personal', await savePersonal(body))
      if (saved) toast.success(t`Personal info updated successfully`, { id: 'form' })
      return saved
    },
    onSaved: onDone,
  })
  const firstName = profile.firstName
  return (
    <Step
      title={<Trans>Welcome, {firstName}</Trans>}
      intro={<Trans>Customers like to know who's coming.</Trans>}
      summary={group.summary}
      busy={group.busy}
      onSubmit={group.onSubmit}
      onBack={onBack}
    >
      <PicturePicker {...picture} src={profile.avatar} personName={`${profile.firstName} ${profile.lastName}`} />
      <PersonalFields group={group} asksForPhone={profile.phone === ''} />
    </Step>
  )
}
