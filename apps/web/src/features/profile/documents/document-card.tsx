import type { ProviderDocument } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileText, Image } from 'lucide-react'
import { agoText, dayIn, ownTimeZone, regionalLocale } from '../../../lib/format/dates.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { asksForNew } from '../../../shared/provider-documents/model.ts'
import { documentLabel, sideLabel } from '../../../shared/provider-documents/labels.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { StatusChip } from '../../../ui/feedback/status-chip.tsx'
import { calendarDay } from '../model.ts'

export interface DocumentCardProps {
  document: ProviderDocument
  onReplace?: () => void
  onWithdraw?: () => void
}

/** One document: type, status and actions. */
export function DocumentCard({ document, onReplace, onWithdraw }: DocumentCardProps) {
  const { type, side, status, rejection, allowedActions, url } = document
  const name = side === 'SINGLE' ? documentLabel(type) : `${documentLabel(type)} · ${sideLabel(side)}`
  const Icon = document.mime === 'application/pdf' ? FileText : Image
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <Icon size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-text-muted" />
        <div className="grid min-w-0 flex-1 gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <h2 className="font-semibold">{name}</h2>
            <StatusChip state={status} />
          </div>
          <p className="text-sm text-text-muted">
            <Dates document={document} />
          </p>
        </div>
      </div>
      {rejection && (
        <div className="rounded-control bg-danger-soft p-3 text-sm">
          <p className="font-medium">{rejection.fix}</p>
          {rejection.note && (
            <p dir="auto" className="mt-1 whitespace-pre-line text-text-muted">
              {rejection.note}
            </p>
          )}
        </div>
      )}
      {(url || allowedActions.length > 0) && (
        <div className="flex flex-wrap gap-2">
          {allowedActions.includes('replace') && onReplace && (
            <Button
              variant={asksForNew(document) ? 'primary' : 'secondary'}
              size="sm"
              aria-label={asksForNew(document) ? t`Upload again: ${name}` : t`Upload a newer version: ${name}`}
              onClick={onReplace}
            >
              {asksForNew(document) ? <Trans>Upload again</Trans> : <Trans>Upload a newer version</Trans>}
            </Button>
          )}
          {url && (
            <a
              href={url}
              target="_blank"
              rel="noreferrer"
              aria-label={t`View ${name}`}
              className={buttonClass({ variant: 'secondary', size: 'sm' })}
            >
              <Trans>View document</Trans>
            </a>
          )}
          {allowedActions.includes('withdraw') && onWithdraw && (
            <Button variant="quiet" size="sm" aria-label={t`Withdraw ${name}`} onClick={onWithdraw}>
              <Trans>Withdraw</Trans>
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

function Dates({ document: { createdAt, expiresAt, reviewDueAt, status } }: { document: ProviderDocument }) {
  const sent = agoText(createdAt, useNow())
  const locale = regionalLocale()
  if (status === 'UNDER_REVIEW' && reviewDueAt) {
    const due = calendarDay(dayIn(reviewDueAt, ownTimeZone()), locale)
    return (
      <Trans>
        Sent {sent}. We'll reply by {due}.
      </Trans>
    )
  }
  if (expiresAt) {
    const end = calendarDay(expiresAt, locale)
    return status === 'EXPIRED' ? <Trans>Expired on {end}</Trans> : <Trans>Valid until {end}</Trans>
  }
  return <Trans>Sent {sent}</Trans>
}
