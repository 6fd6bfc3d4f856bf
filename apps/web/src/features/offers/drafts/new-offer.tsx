import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { contentFor } from '@fettle/protocol/common/template-content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { withoutAmounts } from '@fettle/protocol/offers/without-amounts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { setQueueOwner } from '../../../lib/offline/device-queue.ts'
import { useConnection } from '../../../lib/http/connection.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { CustomerField } from '../../../shared/customers/customer-field.tsx'
import { LoadErrorNote } from '../../../shared/errors/load-error-note.tsx'
import { TemplateField } from '../../../shared/documents/template-field.tsx'
import { offerTemplatesQuery } from '../../../shared/price-book/api.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { invalidateOffers } from '../api.ts'
import {
  createLocalOffer as beginOnDevice,
  knownCustomer,
  registerLocalOfferSender,
  serverIdOf,
} from './local-drafts.ts'

export interface NewOfferProps {
  /** Preselected customer, when opened from their conversation. */
  customerId?: string | undefined
  /** Conversation to return to. */
  from?: string | undefined
  onClose: () => void
}

/** Creates an offer: selects the customer and a template. */
export function NewOffer({ customerId, from, onClose }: NewOfferProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isConnected = useConnection()
  const [customer, setCustomer] = useState<KnownCustomer>()
  const [templateId, setTemplateId] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const foundTemplates = useQuery(offerTemplatesQuery)
  const templates = foundTemplates.data ?? []
  const chosen = customerId ?? customer?.id
  const { id: user, currency } = useProfile()
  const begin = useMutation({
    mutationFn: async (id: string) => {
      setQueueOwner(user)
      registerLocalOfferSender(client)
      const cachedCustomer = customer?.id === id ? customer : knownCustomer(client, id, t`Customer`)
      const { name, avatar, timeZone } = cachedCustomer
      const template = templates.find(({ id: each }) => each === templateId)
      const content = template && contentFor(template, currency, withoutAmounts)
      const offerCustomer = { id, name, avatar, timeZone }
      return beginOnDevice(
        { customer: offerCustomer, currency },
        content && { content, totals: calculateOffer(content) },
        new Date(),
      )
    },
    onSuccess: ({ id, outcome }) => {
      if (outcome.sent) invalidateOffers(client)
      const query = from === undefined ? '' : `?${new URLSearchParams({ from })}`
      void navigate(paths.offer(serverIdOf(id)) + query, { replace: true })
    },
  })
  return (
    <FormDialog
      title={<Trans>New offer</Trans>}
      description={<Trans>Only you can see it until you send it.</Trans>}
      submit={<Trans>Create offer</Trans>}
      busy={begin.isPending}
      onSubmit={() => {
        setSubmitted(true)
        if (chosen) begin.mutate(chosen)
      }}
      onClose={onClose}
    >
      {!customerId && (
        <CustomerField
          chosen={customer}
          onChoose={setCustomer}
          error={isSubmitted && !chosen ? t`Choose a customer.` : undefined}
        />
      )}
      {foundTemplates.isError && !foundTemplates.data ? (
        <LoadErrorNote query={foundTemplates}>
          <Trans>We couldn't load the templates.</Trans>
        </LoadErrorNote>
      ) : (
        (templates.length > 0 || customerId) && (
          <TemplateField
            label={t`Start from`}
            none={t`Blank`}
            templates={templates}
            value={templateId}
            onChange={setTemplateId}
          />
        )
      )}
      {!isConnected && (
        <Banner tone="info">
          <Trans>You can work on it offline. We'll sync it when you're back online.</Trans>
        </Banner>
      )}
      {begin.error && (
        <Banner tone="danger" alert>
          {errorText(begin.error, t`We couldn't create the offer.`)}
        </Banner>
      )}
    </FormDialog>
  )
}
