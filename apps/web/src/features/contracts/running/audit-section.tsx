import type { ContractAuditEntry } from '@fettle/protocol/contracts/audit'
import { verifyContractAudit } from '@fettle/protocol/contracts/calls'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { FieldError } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Timeline } from '../../../ui/layout/timeline.tsx'
import { auditQuery } from '../api.ts'
import { auditLabel } from './audit-labels.ts'

/** Audit trail: every step with its hash, and the result of the integrity check. */
export function AuditSection({ contract, now }: { contract: ContractDetails; now: Date }) {
  const { id, auditHead } = contract
  const [open, setOpen] = useState(false)
  const trail = useQuery({ ...auditQuery(id), enabled: open })
  const verify = useMutation({
    mutationFn: () => call(verifyContractAudit, { params: { id } }),
  })
  const verdict = verify.data
  return (
    <Card className="grid content-start gap-3 p-4 md:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold text-text-muted">
          <Trans>Audit trail</Trans>
        </h2>
        <Button
          size="sm"
          variant="secondary"
          busy={verify.isPending}
          icon={<ShieldCheck size={16} aria-hidden="true" />}
          onClick={() => verify.mutate()}
        >
          <Trans>Verify</Trans>
        </Button>
      </div>
      <div role="status">
        {verdict &&
          (verdict.valid ? (
            <Banner tone="success" title={<Trans>Verified, no changes</Trans>}>
              <Plural value={verdict.entries} one="# entry checked." other="# entries checked." />
            </Banner>
          ) : (
            <Banner tone="danger" title={<Trans>The history was altered</Trans>}>
              <Trans>Entries from {verdict.brokenAtSeq} on were changed.</Trans>
            </Banner>
          ))}
      </div>
      {verify.error && <FieldError>{errorText(verify.error, t`We couldn't verify it. Try again.`)}</FieldError>}
      <p className="text-xs wrap-anywhere text-text-muted">
        <Trans>Latest hash</Trans> <code>{auditHead.slice(0, 16)}…</code>
      </p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-11 items-center font-semibold underline">
          <Trans>Full history</Trans>
        </summary>
        {trail.data ? (
          <div className="pt-2">
            <Timeline items={trail.data.map((entry) => itemOf(entry, now)).toReversed()} />
          </div>
        ) : trail.isError ? (
          <LoadError title={t`We couldn't load the audit trail.`} query={trail} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </details>
    </Card>
  )
}

const itemOf = ({ seq, at, actor, event, ip, entryHash }: ContractAuditEntry, now: Date) => ({
  id: String(seq),
  title: auditLabel(event),
  at: momentText(at, ownTimeZone(), now),
  dateTime: at,
  detail: (
    <>
      <span className="block">{[actor.name, ip].filter(Boolean).join(' · ')}</span>
      <code className="block text-xs wrap-anywhere">{entryHash.slice(0, 16)}…</code>
    </>
  ),
})
