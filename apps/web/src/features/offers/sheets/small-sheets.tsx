import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { discardOfferDraft, duplicateOffer, extendOffer, remindOfOffer } from '@fettle/protocol/offers/calls'
import type { OfferDetails } from '@fettle/protocol/offers'
import { MAX_VALID_DAYS } from '@fettle/protocol/offers/constants'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { isApiError } from '../../../lib/http/api-error.ts'
import { longDay } from '../../../lib/format/dates.ts'
import { addDays, wallTime } from '../../../lib/format/wall-time.ts'
import { CustomerField } from '../../../shared/customers/customer-field.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { cacheOffer } from '../api.ts'
import { useOfferAction } from '../use-offer-action.ts'
import { OfferSheet } from './offer-sheet.tsx'
import { forgetDraft } from '../drafts/draft-mutation.ts'
import type { OfferSheetProps } from './sheets.types.ts'

const EXTENSION_DAYS = 7

/** Extends an offer's validity at the same price. */
export function ExtendSheet({ offer, now, onClose }: OfferSheetProps) {
  const action = useOfferAction(offer)
  const today = wallTime(now, offer.timeZone).day
  const until = offer.validUntil ? wallTime(offer.validUntil, offer.timeZone).day : today
  const later = addDays(until > today ? until : today, EXTENSION_DAYS)
  const lastDay = addDays(today, MAX_VALID_DAYS)
  const earliest = offer.validUntil && until >= today ? addDays(until, 1) : today
  const [day, setDay] = useState(later < lastDay ? later : lastDay)
  const [isSubmitted, setSubmitted] = useState(false)
  const { used, limit } = offer.extensions
  const left = limit - used
  const held = longDay(`${until}T12:00:00Z`, 'UTC')
  const dayProblem = isApiError(action.error)
    ? action.error.issues.find(({ field }) => field === 'validUntil')?.message
    : undefined
  const run = async () => {
    setSubmitted(true)
    if (day === '') return
    if ((await action.run(extendOffer, { body: { version: offer.version, validUntil: day } })) === undefined) return
    onClose()
    toast.success(t`Valid until ${longDay(`${day}T12:00:00Z`, 'UTC')}`)
  }
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={<Trans>Extend offer</Trans>}
      description={
        <Trans>The price stays the same and we'll let the customer know. Currently valid until {held}.</Trans>
      }
      submit={<Trans>Extend</Trans>}
      error={dayProblem ? undefined : action.error}
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <DateField
        label={t`Valid until`}
        min={earliest}
        max={lastDay}
        value={day}
        hint={<Plural value={left} one="You can extend it # more time." other="You can extend it # more times." />}
        onChange={setDay}
        error={isSubmitted && day === '' ? t`Choose a day.` : dayProblem}
      />
    </OfferSheet>
  )
}

/** Reminds the customer: at most every 48 hours, three times in all. */
export function RemindSheet({ offer, now, onClose }: OfferSheetProps) {
  const action = useOfferAction(offer)
  const { name } = offer.customer
  const left = offer.reminders.limit - offer.reminders.sent
  const run = async () => {
    if ((await action.run(remindOfOffer, { body: { version: offer.version } })) === undefined) return
    onClose()
    toast.success(t`Reminder sent to ${name}`)
  }
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={<Trans>Remind {name}?</Trans>}
      description={<Trans>We'll send a reminder in your chat, with the offer.</Trans>}
      submit={<Trans>Remind</Trans>}
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="text-text-muted">
        <Plural value={left} one="# reminder left." other="# reminders left." />
      </p>
    </OfferSheet>
  )
}

/** Copies an offer to a new draft, for the same customer or another one. */
export function DuplicateSheet({ offer, now, onClose }: OfferSheetProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const action = useOfferAction(offer)
  const [customer, setCustomer] = useState<Pick<KnownCustomer, 'id' | 'name' | 'avatar'> | undefined>(offer.customer)
  const [isSubmitted, setSubmitted] = useState(false)
  const run = async () => {
    setSubmitted(true)
    if (!customer) return
    const body = customer.id === offer.customer.id ? {} : { customerId: customer.id }
    const copy = (await action.run(duplicateOffer, { body })) as OfferDetails | undefined
    if (!copy) return
    cacheOffer(client, copy)
    onClose()
    void navigate(paths.offer(copy.id))
  }
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={<Trans>Duplicate offer</Trans>}
      description={<Trans>Creates a new draft with the same lines and terms, without times and photos.</Trans>}
      submit={<Trans>Duplicate</Trans>}
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <CustomerField
        chosen={customer}
        onChoose={setCustomer}
        error={isSubmitted && !customer ? t`Choose a customer.` : undefined}
      />
    </OfferSheet>
  )
}

/** Discards the draft of an already sent offer. */
export function DiscardSheet({ offer, now, onClose, onDiscarded }: OfferSheetProps) {
  const action = useOfferAction(offer)
  const run = async () => {
    if ((await action.run(discardOfferDraft)) === undefined) return
    if (offer.draftRevision) forgetDraft(offer.id, offer.draftRevision.version)
    onDiscarded?.()
    onClose()
    toast.success(t`New draft discarded`)
  }
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={<Trans>Discard the new draft?</Trans>}
      description={<Trans>The sent version doesn't change.</Trans>}
      submit={<Trans>Discard</Trans>}
      variant="danger"
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    />
  )
}
