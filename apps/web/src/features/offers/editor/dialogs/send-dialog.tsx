import type { CallInput } from '@fettle/protocol/core/operation'
import { sendOffer } from '@fettle/protocol/offers/calls'
import type { OfferDetails } from '@fettle/protocol/offers'
import type { OfferTotals } from '@fettle/protocol/offers/totals-view'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/http/api.ts'
import { isApiError } from '../../../../lib/http/api-error.ts'
import { longDay } from '../../../../lib/format/dates.ts'
import { moneyText } from '../../../../lib/format/money.ts'
import { useConnection } from '../../../../lib/http/connection.ts'
import { addDays, wallTime } from '../../../../lib/format/wall-time.ts'
import { FormSheet } from '../../../../shared/forms/form-sheet.tsx'
import type { Consent } from '../../../../shared/errors/action-error.ts'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { Facts } from '../../../../ui/layout/card.tsx'
import { TextAreaField } from '../../../../ui/forms/field.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { invalidateOffers, cacheOffer } from '../../api.ts'
import { serverIdOf } from '../../drafts/local-drafts.ts'
import { AutoRemindHint } from '../../detail/reminders-section.tsx'
import { problemsOf, type OfferProblems } from '../problems.ts'
import type { Editing } from '../use-editing.ts'
import type { OfferAutosave } from '../use-offer-autosave.ts'

export interface SendDialogProps {
  offer: OfferDetails
  editing: Editing
  autosave: OfferAutosave
  totals: OfferTotals
  now: Date
  /** Called with the problems the server found. */
  onProblems: (problems: OfferProblems) => void
  onSent: () => void
  onClose: () => void
}

const offline = () => new Error('offline')

/** Confirms sending the offer. */
export function SendDialog(props: SendDialogProps) {
  const { offer, editing, autosave, totals, now, onProblems, onSent, onClose } = props
  const client = useQueryClient()
  const isConnected = useConnection()
  const { content, edit } = editing
  const [autoRemind, setAutoRemind] = useState(offer.reminders.automatic)
  const send = useMutation({
    mutationFn: async (consent: Consent) => {
      const draftVersion = await autosave.save()
      if (draftVersion === undefined) throw offline()
      const body = { draftVersion, autoRemind, ...consent } as CallInput<typeof sendOffer>['body']
      // An offer created offline has a server id by now.
      return call(sendOffer, { params: { id: serverIdOf(offer.id) }, body })
    },
    onSuccess: (sent) => {
      const name = sent.customer.name
      toast.success(sent.revisionNumber === 1 ? t`Offer sent` : t`New revision sent`, {
        body: t`We've let ${name} know.`,
      })
      onSent()
      cacheOffer(client, sent)
      invalidateOffers(client)
    },
    onError: (error) => {
      // Field problems are shown in the form, so the dialog closes.
      if (isApiError(error) && error.issues.length > 0) {
        onProblems(problemsOf(content, error.issues))
        onClose()
      }
    },
  })
  const name = offer.customer.name
  const day = content.validUntil ?? addDays(wallTime(now, offer.timeZone).day, offer.usualValidDays)
  const revision = (offer.revisionNumber ?? 0) + 1
  return (
    <FormSheet
      title={revision > 1 ? <Trans>Send revision {revision}?</Trans> : <Trans>Send the offer?</Trans>}
      description={
        revision > 1 ? (
          <Trans>We'll let {name} know and show what changed. The previous revision can no longer be accepted.</Trans>
        ) : (
          <Trans>We'll let {name} know. They can accept it straight away.</Trans>
        )
      }
      submit={<Trans>Send now</Trans>}
      busy={send.isPending}
      error={isApiError(send.error) ? send.error : undefined}
      timeZone={offer.timeZone}
      now={now}
      onSubmit={(consent = {}) => send.mutate(consent)}
      onClose={onClose}
      consents
    >
      <Facts
        items={[
          { label: <Trans>Total</Trans>, value: moneyText({ amount: totals.total, currency: offer.currency }) },
          { label: <Trans>Valid until</Trans>, value: longDay(`${day}T12:00:00Z`, 'UTC') },
        ]}
      />
      <TextAreaField
        label={t`Message to the customer`}
        optional
        rows={3}
        maxLength={2000}
        hint={<Trans>We'll send it in your chat with the offer.</Trans>}
        value={content.messageToCustomer}
        onChange={({ target }) => edit((before) => ({ ...before, messageToCustomer: target.value }), 'message')}
      />
      <Checkbox
        label={t`Remind ${name} automatically`}
        hint={<AutoRemindHint />}
        checked={autoRemind}
        onChange={({ target }) => setAutoRemind(target.checked)}
      />
      {(!isConnected || (send.error && !isApiError(send.error))) && (
        <Banner tone="warning" {...(send.error && { alert: true })}>
          {isConnected ? (
            <Trans>Not sent. Your offer is saved on this device. Try again in a moment.</Trans>
          ) : (
            <Trans>You're offline. Your offer is saved on this device. Send it when you're back online.</Trans>
          )}
        </Banner>
      )}
    </FormSheet>
  )
}
