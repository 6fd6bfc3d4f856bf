import { autoRemindOfOffer } from '@fettle/protocol/offers/calls'
import { OFFER_AUTO_REMIND_DAYS } from '@fettle/protocol/offers/constants'
import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { momentText, ownTimeZone } from '../../../lib/format/dates.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { useOfferAction } from '../use-offer-action.ts'

/** When automatic reminders are sent, and when they stop. */
export function AutoRemindHint() {
  const [first, second] = OFFER_AUTO_REMIND_DAYS
  return (
    <Trans>
      After {first} days, then after {second}. Stops as soon as they answer.
    </Trans>
  )
}

/** Reminders of an offer the customer has not answered: sent so far, the next one, and the switch. */
export function RemindersSection({ offer, now }: { offer: OfferDetails; now: Date }) {
  const action = useOfferAction(offer)
  const isConnected = useConnection()
  const { sent, automatic, nextAutomaticAt } = offer.reminders
  const name = offer.customer.name
  const next = nextAutomaticAt && momentText(nextAutomaticAt, ownTimeZone(), now)
  return (
    <Card className="grid content-start gap-2 p-4 md:p-5">
      <h2 className="text-sm font-semibold text-text-muted">
        <Trans>Reminders</Trans>
      </h2>
      <Checkbox
        label={t`Remind ${name} automatically`}
        hint={<AutoRemindHint />}
        checked={automatic}
        aria-disabled={action.busy || !isConnected}
        error={action.error ? errorText(action.error, t`We couldn't save this.`) : undefined}
        onChange={({ target }) =>
          void action.run(autoRemindOfOffer, { body: { version: offer.version, enabled: target.checked } })
        }
      />
      {(sent > 0 || automatic) && (
        <p className="text-sm text-pretty tabular-nums">
          {sent > 0 && <Plural value={sent} one="# reminder sent." other="# reminders sent." />}{' '}
          {automatic && (next ? <Trans>Next: {next}.</Trans> : <Trans>No more automatic reminders.</Trans>)}
        </p>
      )}
    </Card>
  )
}
