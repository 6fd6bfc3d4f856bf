import type { OfferDetails, OfferRequest } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { slotText } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { urgencyLabel } from '../labels.ts'

export interface RequestSectionProps {
  offer: Pick<OfferDetails, 'files' | 'timeZone'>
  request: OfferRequest
  now: Date
}

/** The customer's request. */
export function RequestSection({ offer, request, now }: RequestSectionProps) {
  const { description, photos, budgetMin, budgetMax, preferredSlots, urgency, competingProviders, answers } = request
  const files = new Map(offer.files.map((file) => [file.id, file]))
  const least = budgetMin && moneyText(budgetMin)
  const most = budgetMax && moneyText(budgetMax)
  const budget = least && most ? `${least} – ${most}` : most ? t`up to ${most}` : least ? t`from ${least}` : undefined
  return (
    <Card className="grid content-start gap-3 p-4 md:p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold text-text-muted">
          <Trans>Request</Trans>
        </h2>
        <Chip tone={urgency === 'EMERGENCY' ? 'danger' : urgency === 'THIS_WEEK' ? 'warning' : 'neutral'}>
          {urgencyLabel(urgency)}
        </Chip>
      </div>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {description}
      </p>
      {photos.length > 0 && (
        <ul aria-label={t`Photos`} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {photos.map((id, index) => {
            const file = files.get(id)
            const number = index + 1
            return (
              <li key={id}>
                {file ? (
                  <a href={file.url} target="_blank" rel="noreferrer">
                    <img
                      src={file.url}
                      alt={t`Photo ${number} of the request`}
                      className="aspect-square w-full rounded-control border border-line object-cover"
                    />
                  </a>
                ) : (
                  <span className="block aspect-square rounded-control bg-surface-hover" />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {budget && (
          <div>
            <dt className="text-text-muted">
              <Trans>Budget</Trans>
            </dt>
            <dd className="font-medium tabular-nums">{budget}</dd>
          </div>
        )}
        {preferredSlots.length > 0 && (
          <div>
            <dt className="text-text-muted">
              <Trans>Preferred times</Trans>
            </dt>
            <dd className="grid font-medium tabular-nums">
              {preferredSlots.map((slot) => (
                <span key={slot.startAt}>{slotText({ ...slot, timeZone: offer.timeZone }, now)}</span>
              ))}
            </dd>
          </div>
        )}
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="text-text-muted">{question}</dt>
            <dd className="font-medium">{answer}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-text-muted">
        {competingProviders > 0 ? (
          <Plural
            value={competingProviders}
            one="Also sent to # other provider"
            other="Also sent to # other providers"
          />
        ) : (
          <Trans>Sent only to you</Trans>
        )}
      </p>
    </Card>
  )
}
