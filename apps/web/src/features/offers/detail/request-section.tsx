import type { OfferDetails, OfferRequest } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { slotText } from '../../../lib/format/dates.ts'
import { moneyText } from '../../../lib/format/money.ts'
import { Card, Fact } from '../../../ui/layout/card.tsx'
import { Chip } from '../../../ui/feedback/status-chip.tsx'
import { urgencyLabel } from '../labels.ts'
import { PhotoGrid } from './photo-grid.tsx'

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
      <PhotoGrid ids={photos} file={(id) => files.get(id)} altOf={(number) => t`Photo ${number} of the request`} />
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        {budget && <Fact label={<Trans>Budget</Trans>}>{budget}</Fact>}
        {preferredSlots.length > 0 && (
          <Fact label={<Trans>Preferred times</Trans>}>
            {preferredSlots.map((slot) => (
              <span key={slot.startAt} className="block">
                {slotText({ ...slot, timeZone: offer.timeZone }, now)}
              </span>
            ))}
          </Fact>
        )}
        {answers.map(({ question, answer }) => (
          <Fact key={question} label={question}>
            {answer}
          </Fact>
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
