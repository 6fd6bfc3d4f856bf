import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { savePdf } from '../save-pdf.ts'
import { RevisionDialog } from './revision-dialog.tsx'

/** Sent revisions, newest first, with differences and PDF. */
export function RevisionsSection({ offer, now }: { offer: OfferDetails; now: Date }) {
  const [opened, setOpened] = useState<number>()
  const agreed = offer.acceptance?.total
  return (
    <Card className="grid content-start gap-3 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>Revisions</Trans>
      </h2>
      <ul className="grid divide-y divide-line">
        {offer.revisions.map(({ number, sentAt, total, supersededAt }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-2 py-2">
            <div className="min-w-0 flex-1 basis-32">
              <p className="flex flex-wrap items-center gap-2 font-medium tabular-nums">
                <Trans>Revision {number}</Trans>
                {offer.acceptedRevision === number && (
                  <Chip tone="success">
                    <Trans>Accepted</Trans>
                  </Chip>
                )}
                {supersededAt && (
                  <Chip>
                    <Trans>Replaced</Trans>
                  </Chip>
                )}
              </p>
              <p className="flex flex-wrap gap-x-3 text-sm text-text-muted tabular-nums">
                <span>{momentText(sentAt, ownTimeZone(), now)}</span>
                <span>{moneyText(total)}</span>
                {offer.acceptedRevision === number && agreed && agreed.amount !== total.amount && (
                  <span>
                    <Trans>{moneyText(agreed)} with the customer's choices</Trans>
                  </span>
                )}
              </p>
            </div>
            <div className="ms-auto flex items-center gap-2">
              <Button
                size="sm"
                variant="quiet"
                aria-label={t`View revision ${number}`}
                onClick={() => setOpened(number)}
              >
                <Trans>View revision</Trans>
              </Button>
              <IconButton
                label={t`Revision ${number} as PDF`}
                icon={<FileDown size={18} />}
                onClick={() => void savePdf(offer, number)}
              />
            </div>
          </li>
        ))}
      </ul>
      {opened !== undefined && (
        <RevisionDialog offer={offer} number={opened} now={now} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  )
}
