import type { ContractDetails } from '@fettle/protocol/contracts'
import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { momentWithin, ownTimeZone } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { versionQuery } from '../api.ts'
import { ContractDocumentView } from '../detail/contract-document.tsx'
import { changedSections, sectionLabels } from './version-changes.ts'

export interface VersionDialogProps {
  contract: ContractDetails
  number: number
  onClose: () => void
}

/** Shows a version exactly as it was sent, and how it differs from the latest one. */
export function VersionDialog({ contract, number, onClose }: VersionDialogProps) {
  const now = useNow()
  const query = useQuery(versionQuery(contract.id, number))
  const version = query.data
  const at = version && momentWithin(version.createdAt, ownTimeZone(), now)
  const newest = contract.versions[0]?.number ?? number
  return (
    <Dialog
      onClose={onClose}
      kind="panel"
      title={<Trans>Version {number}</Trans>}
      description={at && <Trans>Locked {at}</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {query.isPending && <Skeleton className="h-64" />}
      {!version && query.isError && <LoadError title={t`We couldn't load the version.`} query={query} />}
      {version && (
        <div className="grid gap-4">
          {newest !== number && <Differs contract={contract} number={number} newest={newest} />}
          <ContractDocumentView document={version.document} files={contract.files} />
          <p className="text-xs break-all text-text-muted">
            <Trans>SHA-256 of this version: {version.contentHash}</Trans>
          </p>
        </div>
      )}
    </Dialog>
  )
}

function Differs({ contract, number, newest }: { contract: ContractDetails; number: number; newest: number }) {
  const before = useQuery(versionQuery(contract.id, number)).data
  const latest = useQuery(versionQuery(contract.id, newest))
  if (latest.isError && !latest.data) {
    return (
      <LoadErrorNote query={latest}>
        <Trans>We couldn't load the comparison.</Trans>
      </LoadErrorNote>
    )
  }
  if (!before || !latest.data) return null
  const parts = changedSections(before.document.content, latest.data.document.content).map((part) =>
    i18n._(sectionLabels[part]),
  )
  if (parts.length === 0) return null
  return (
    <Banner tone="info" title={<Trans>Changes in version {newest}</Trans>}>
      {parts.join(' · ')}
    </Banner>
  )
}
