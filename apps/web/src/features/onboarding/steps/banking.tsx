import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bankingForm, checkBanking } from '../../../shared/profile-groups/banking.model.ts'
import { BankingFields } from '../../../shared/profile-groups/banking-fields.tsx'
import { isBankingComplete, isIdentityMissing } from '../../../shared/profile-groups/completeness.ts'
import { useDocumentUpload } from '../../../shared/provider-documents/use-document-upload.ts'
import { useGroupForm } from '../../../shared/profile-groups/use-group-form.ts'
import { cacheProfile } from '../../../shared/profile/profile.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { saveBanking } from '../api.ts'
import { IdentityCard } from './identity-card.tsx'
import { finishStep, Step, type StepProps } from './step.tsx'

export function Banking({ profile, onDone, onBack }: StepProps) {
  const client = useQueryClient()
  const country = profile.country ?? 'NG'
  const upload = useDocumentUpload('')
  const [skipping, setSkipping] = useState(false)
  /** Uploads chosen files, and a required document in any case. Returns whether going on is possible. */
  const sendDocument = async (): Promise<boolean> => {
    if (!upload.hasFiles && !isIdentityMissing(profile)) return true
    if (!(await upload.send())) return false
    toast.success(t`Document sent`, { id: 'document', body: t`Usually reviewed within 2 working days.` })
    return true
  }
  /** Goes on without bank details. An identity document that the site requires is uploaded first. */
  const skip = async () => {
    setSkipping(true)
    try {
      if (!(await sendDocument())) return
      const saved = await finishStep(client, 'banking', profile)
      if (saved) onDone(saved)
    } finally {
      setSkipping(false)
    }
  }
  const group = useGroupForm({
    draft: `get-started banking ${profile.id}`,
    // Encrypted on the server, so it is not kept in plain text here either.
    privateFields: ['accountNumber'],
    values: bankingForm(profile, country),
    check: (form) => checkBanking(form, country),
    failure: t`Failed to update business info`,
    save: async (body) => {
      const banked = await saveBanking(body)
      cacheProfile(client, banked)
      // The bank account is saved, whatever becomes of the document.
      toast.success(t`Business info updated successfully`, { id: 'form' })
      return (await sendDocument()) ? finishStep(client, 'banking', banked) : undefined
    },
    onSaved: onDone,
  })
  return (
    <Step
      title={<Trans>Where should we send your money?</Trans>}
      intro={
        <Trans>
          Your bank details are encrypted and used only to pay you. You can add them later; payouts wait until then.
        </Trans>
      }
      summary={group.summary}
      busy={group.busy}
      onSubmit={group.onSubmit}
      onBack={onBack}
      skip={
        isBankingComplete(profile)
          ? undefined
          : { label: <Trans>Add later</Trans>, busy: skipping, onSkip: () => void skip() }
      }
    >
      <BankingFields group={group} profile={profile} country={country} />
      <IdentityCard profile={profile} upload={upload} />
    </Step>
  )
}
