import { convertOffer } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isApiError } from '../../../lib/http/api-error.ts'
import { slotText } from '../../../lib/format/dates.ts'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import type { Consent } from '../../../shared/errors/action-error.ts'
import { isCompleteSlot, slotDraft, SlotField, slotOf, type SlotDraft } from '../../../shared/bookings/slot-field.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useOfferAction } from '../use-offer-action.ts'
import { OfferSheet } from './offer-sheet.tsx'
import type { OfferSheetProps } from './sheets.types.ts'

/** Converts an accepted offer to a booking, at the customer's chosen time or another one. */
export function ConvertSheet({ offer, now, onClose }: OfferSheetProps) {
  const action = useOfferAction(offer)
  const isConnected = useConnection()
  const profile = useProfile()
  const { timeZone, acceptance, currentRevision } = offer
  const agreed = acceptance?.slot
  const minutes = Math.min(1440, currentRevision?.content.estimatedMinutes ?? 120)
  const [initialSlot] = useState<SlotDraft>(() =>
    agreed && Date.parse(agreed.startAt) > now.getTime()
      ? slotDraft(agreed.startAt, agreed.endAt, timeZone)
      : { day: addDays(wallTime(now, timeZone).day, 2), time: '09:00', minutes },
  )
  const { form, change, clearDraft } = useDraft(`convert:${offer.id}`, {
    slot: initialSlot,
    line1: '',
    city: offer.site?.city ?? '',
  })
  const { slot } = form
  const setSlot = (next: SlotDraft) => change({ slot: next })
  const [isSubmitted, setSubmitted] = useState(false)
  const needsPlace = offer.site === null
  const wrong = {
    slot: !isCompleteSlot(slot),
    line1: needsPlace && form.line1.trim().length < 3,
    city: needsPlace && form.city.trim().length < 2,
  }
  const issues = isApiError(action.error) ? action.error.issues : []
  const problemAt = (field: string) => issues.find(({ path }) => path[0] === field)?.message
  const { name } = offer.customer
  const run = async (consent: Consent = {}) => {
    setSubmitted(true)
    if (Object.values(wrong).some(Boolean)) return
    const body = {
      version: offer.version,
      target: 'BOOKING',
      startAt: slotOf(slot, timeZone).startAt,
      durationMinutes: slot.minutes,
      ...(needsPlace && {
        location: { line1: form.line1.trim(), city: form.city.trim(), country: profile.country ?? 'NG' },
      }),
      ...consent,
    }
    if ((await action.run(convertOffer, { body })) === undefined) return
    clearDraft()
    onClose()
    toast.success(t`Booked`, { body: t`We've let ${name} know.` })
  }
  const chosen = agreed && slotText({ ...agreed, timeZone }, now)
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={<Trans>Book job</Trans>}
      description={
        chosen ? (
          <Trans>
            {name} chose: {chosen}
          </Trans>
        ) : (
          <Trans>{name} hasn't chosen a time. Agree on one first.</Trans>
        )
      }
      submit={<Trans>Book job</Trans>}
      error={issues.length > 0 ? undefined : action.error}
      now={now}
      onSubmit={(consent) => void run(consent)}
      onSlot={({ startAt, endAt }) => setSlot(slotDraft(startAt, endAt, timeZone))}
      onClose={onClose}
      consents
    >
      <SlotField
        value={slot}
        onChange={setSlot}
        timeZone={timeZone}
        now={now}
        error={isSubmitted && wrong.slot ? t`Enter a day and a time.` : problemAt('startAt')}
      />
      {needsPlace && (
        <>
          <TextField
            label={t`Street address`}
            value={form.line1}
            maxLength={200}
            onChange={({ target }) => change({ line1: target.value })}
            error={isSubmitted && wrong.line1 ? t`Enter the street address.` : problemAt('location')}
          />
          <TextField
            label={t`City`}
            value={form.city}
            maxLength={80}
            onChange={({ target }) => change({ city: target.value })}
            error={isSubmitted && wrong.city ? t`Enter the city.` : undefined}
          />
        </>
      )}
      {!isConnected && (
        <Banner tone="warning">
          <Trans>You need a connection to book.</Trans>
        </Banner>
      )}
    </OfferSheet>
  )
}
