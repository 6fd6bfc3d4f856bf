import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentWithin, ownTimeZone } from '../../../lib/format/dates.ts'
import { LoadError } from '../../../shared/errors/load-error.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { diffQuery, revisionQuery } from '../api.ts'
import { DiffView } from './diff-view.tsx'
import { OfferDocumentView } from './offer-document.tsx'

export interface RevisionDialogProps {
  offer: OfferDetails
  number: number
  now: Date
  onClose: () => void
}

/** Shows a revision as it was sent, and its differences from another. */
export function RevisionDialog({ offer, number, now, onClose }: RevisionDialogProps) {
  const query = useQuery(revisionQuery(offer.id, number))
  const revision = query.data
  const others = offer.revisions.map((each) => each.number).filter((other) => other !== number)
  const [against, setAgainst] = useState(number > 1 ? number - 1 : undefined)
  const files = new Map((revision?.files ?? []).map((file) => [file.id, file]))
  const sent = revision && momentWithin(revision.sentAt, ownTimeZone(), now)
  return (
    <Dialog
      onClose={onClose}
      kind="panel"
      title={<Trans>Revision {number}</Trans>}
      description={sent && <Trans>Sent {sent}</Trans>}
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {query.isPending && <Skeleton className="h-64" />}
      {!revision && query.isError && <LoadError title={t`We couldn't load the revision.`} query={query} />}
      {revision && (
        <div className="grid gap-6">
          {others.length > 0 && (
            <Card className="grid gap-3 p-4">
              <SelectField
                label={t`Compare with`}
                value={against ?? ''}
                onChange={({ target }) => setAgainst(target.value === '' ? undefined : Number(target.value))}
              >
                <option value="">{t`Nothing`}</option>
                {others.map((other) => (
                  <option key={other} value={other}>
                    {t`Revision ${other}`}
                  </option>
                ))}
              </SelectField>
              {against !== undefined && <Changes offer={offer} number={number} against={against} />}
            </Card>
          )}
          <h3 dir="auto" className="text-lg font-semibold">
            {revision.title}
          </h3>
          <OfferDocumentView
            content={revision.content}
            totals={revision.totals}
            currency={revision.currency}
            timeZone={offer.timeZone}
            now={now}
            validUntil={revision.validUntil}
            file={(id) => files.get(id)}
          />
        </div>
      )}
    </Dialog>
  )
}

function Changes({ offer, number, against }: { offer: OfferDetails; number: number; against: number }) {
  const diff = useQuery(diffQuery(offer.id, number, against))
  const before = useQuery(revisionQuery(offer.id, against))
  const after = useQuery(revisionQuery(offer.id, number))
  const failed = [diff, before, after].find(({ isError, data }) => isError && !data)
  if (failed) return <LoadError title={t`We couldn't load the comparison.`} query={failed} />
  if (!diff.data || !before.data || !after.data) return <Skeleton className="h-16" />
  return (
    <DiffView
      diff={diff.data.diff}
      before={before.data.content}
      after={after.data.content}
      currency={offer.currency}
      timeZone={offer.timeZone}
    />
  )
}
