import { identityTypes } from '@fettle/protocol/accounts/constants'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { DocumentFields } from '../../../shared/provider-documents/document-fields.tsx'
import type { DocumentUpload } from '../../../shared/provider-documents/use-document-upload.ts'
import { isIdentityMissing } from '../../../shared/profile-groups/completeness.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'

/** Proof of identity. Optional at first: the provider can work without it, but is paid only after approval. */
export function IdentityCard({ profile, upload }: { profile: Profile; upload: DocumentUpload }) {
  const { verificationLevel } = profile
  const required = isIdentityMissing(profile)
  const [open, setOpen] = useState(upload.hasFiles || required)
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">
          <Trans>Identity document</Trans>
        </h2>
        {verificationLevel !== 'NONE' && (
          <StatusChip state={verificationLevel === 'VERIFIED' ? 'VERIFIED' : 'UNDER_REVIEW'} />
        )}
      </div>
      <p className="text-sm text-text-muted">
        {required ? (
          <Trans>Verify your identity before you take jobs.</Trans>
        ) : (
          <Trans>
            We can only pay you once we have verified your identity. You can also add the document later in your
            profile.
          </Trans>
        )}
      </p>
      {open ? (
        <DocumentFields upload={upload} types={identityTypes} />
      ) : (
        verificationLevel === 'NONE' && (
          <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
            <Trans>Add it now</Trans>
          </Button>
        )
      )}
    </Card>
  )
}
