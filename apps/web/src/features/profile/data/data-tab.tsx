import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { formatter, longDay, ownTimeZone } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { StepUpCancelled, useStepUp } from '../../../shared/step-up/use-step-up.tsx'
import { requestExport, exportQuery } from './api.ts'
import { CloseDialog } from './close-dialog.tsx'

const tenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** Data export and closing the account. */
export function DataTab() {
  const [closing, setClosing] = useState(false)
  // Render both cards together: the first one grows once the last export is known.
  const { isPending } = useQuery(exportQuery)
  if (isPending) return <SkeletonList rows={3} />
  return (
    <div className="grid gap-5">
      <ExportCard />
      <Card className="grid gap-4 p-5 md:p-6">
        <h2 className="text-lg font-semibold">
          <Trans>Close account</Trans>
        </h2>
        <p className="text-text-muted">
          <Trans>
            We log you out everywhere and delete your data after 30 days, except what the law requires us to keep. Log
            in before then to keep your account.
          </Trans>
        </p>
        <p className="text-text-muted">
          <Trans>
            Finish or cancel open work first, and pay out all your money under{' '}
            <Link to={`${paths.earnings}?tab=payouts`} className="font-semibold text-accent-text underline">
              Payouts
            </Link>
            .
          </Trans>
        </p>
        <Button variant="secondary" className="justify-self-start" onClick={() => setClosing(true)}>
          <Trans>Close my account</Trans>
        </Button>
      </Card>
      {closing && <CloseDialog onClose={() => setClosing(false)} />}
    </div>
  )
}

function ExportCard() {
  const client = useQueryClient()
  const found = useQuery(exportQuery)
  const { guarded, dialog } = useStepUp()
  const { status, url, size, expiresAt, availableAt } = found.data ?? {}
  const megabytes = size === null || size === undefined ? 0 : Math.max(0.1, size / 1_000_000)
  const isReady = status === 'READY' && url

  const request = useMutation({
    mutationFn: () => guarded(() => requestExport(client)),
    onSuccess: () => toast.success(t`We're preparing your data.`, { id: 'export' }),
    onError: (error) =>
      !(error instanceof StepUpCancelled) &&
      toast.error(errorText(error, t`We couldn't start the export.`), { id: 'export' }),
  })

  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <h2 className="text-lg font-semibold">
        <Trans>Export your data</Trans>
      </h2>
      <p className="text-text-muted">
        <Trans>Get everything we store about you in one file: profile, documents, jobs and messages.</Trans>
      </p>
      {found.isError && !found.data && <LoadError query={found} />}
      {status === 'PREPARING' && (
        <p role="status" className="font-medium">
          <Trans>We're preparing it. You can leave this page. We'll notify you when it's ready.</Trans>
        </p>
      )}
      {isReady && (
        <div className="grid justify-items-start gap-2">
          <a href={url} download className={buttonClass({})}>
            <Download size={20} aria-hidden="true" />
            <Trans>Download ({formatter().number(megabytes, tenths)} MB)</Trans>
          </a>
          {expiresAt && (
            <p className="text-sm text-text-muted">
              <Trans>Available until {longDay(expiresAt, ownTimeZone())}.</Trans>
            </p>
          )}
        </div>
      )}
      {found.data && status !== 'PREPARING' && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={request.isPending}
          disabled={Boolean(availableAt)}
          onClick={() => request.mutate()}
        >
          {isReady ? <Trans>Request a new export</Trans> : <Trans>Request my data</Trans>}
        </Button>
      )}
      {availableAt && status !== 'PREPARING' && (
        <p className="text-sm text-text-muted">
          <Trans>You can request one export a day.</Trans>
        </p>
      )}
      {dialog}
    </Card>
  )
}
