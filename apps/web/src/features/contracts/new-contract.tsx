import type { KnownCustomer } from '@fettle/protocol/workspace/customers'
import { listOffers } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { moneyText } from '../../lib/format/money.ts'
import { useConnection } from '../../lib/http/connection.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { queryOf } from '../../lib/http/query.ts'
import { CustomerField } from '../../shared/customers/customer-field.tsx'
import { LoadError } from '../../shared/errors/load-error.tsx'
import { LoadErrorNote } from '../../shared/errors/load-error-note.tsx'
import { TemplateField } from '../../shared/documents/template-field.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { ChoiceCards } from '../../ui/forms/choice-cards.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { beginContract, contractTemplatesQuery } from './api.ts'

export interface NewContractProps {
  /** Preselected customer. */
  customerId?: string | undefined
  onClose: () => void
}

const MAX_LISTED_OFFERS = 30

/** Creates a contract from an accepted offer, a template, or scratch. */
export function NewContract({ customerId, onClose }: NewContractProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isConnected = useConnection()
  const query = { status: 'ACCEPTED', limit: MAX_LISTED_OFFERS, ...(customerId && { customerId }) }
  const offers = useQuery(queryOf(listOffers, { query }))
  const accepted = offers.data ?? []
  const foundTemplates = useQuery(contractTemplatesQuery)
  const templates = foundTemplates.data ?? []
  const [chosenWay, setWay] = useState<'offer' | 'customer'>()
  const way = chosenWay ?? (accepted.length > 0 ? 'offer' : 'customer')
  const [offerId, setOffer] = useState('')
  const [customer, setCustomer] = useState<KnownCustomer>()
  const [templateId, setTemplateId] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const chosenCustomerId = customerId ?? customer?.id
  const subject = way === 'offer' ? offerId && { offerId } : chosenCustomerId && { customerId: chosenCustomerId }
  const begin = useMutation({
    mutationFn: (source: { offerId: string } | { customerId: string }) =>
      beginContract(client, { ...source, ...(templateId && { templateId }) }),
    onSuccess: ({ id }) => void navigate(paths.contract(id), { replace: true }),
  })
  const existing = isApiError(begin.error) ? begin.error.details['contractId'] : undefined
  return (
    <FormDialog
      title={<Trans>New contract</Trans>}
      description={<Trans>Only you can see it until you sign it.</Trans>}
      submit={<Trans>Create contract</Trans>}
      busy={begin.isPending}
      disabled={offers.isLoading}
      onSubmit={() => {
        setSubmitted(true)
        if (subject) begin.mutate(subject)
      }}
      onClose={onClose}
    >
      {accepted.length > 0 && (
        <ChoiceCards
          label={t`Start from`}
          name="way"
          chosen={way}
          onChange={({ target }) => setWay(target.value as typeof way)}
          choices={[
            {
              value: 'offer',
              label: t`An accepted offer`,
              hint: t`We copy the work, price and payments from it.`,
            },
            { value: 'customer', label: t`Blank`, hint: t`For one of your customers.` },
          ]}
        />
      )}
      {!offers.data && offers.isError && <LoadError title={t`We couldn't load the offers.`} query={offers} />}
      {offers.isLoading ? (
        <div aria-busy="true">
          <Skeleton className="h-40" />
        </div>
      ) : way === 'offer' ? (
        <SelectField
          label={t`Accepted offer`}
          value={offerId}
          onChange={({ target }) => setOffer(target.value)}
          error={isSubmitted && !offerId ? t`Choose an offer.` : undefined}
        >
          <option value="" disabled>
            {t`Choose an offer`}
          </option>
          {accepted.map(({ id, title, customer: { name }, reference, total }) => (
            <option key={id} value={id}>
              {[title || reference, name, total && moneyText(total)].filter(Boolean).join(' · ')}
            </option>
          ))}
        </SelectField>
      ) : (
        !customerId && (
          <CustomerField
            chosen={customer}
            onChoose={setCustomer}
            error={isSubmitted && !chosenCustomerId ? t`Choose a customer.` : undefined}
          />
        )
      )}
      {foundTemplates.isError && !foundTemplates.data && (
        <LoadErrorNote query={foundTemplates}>
          <Trans>We couldn't load the templates.</Trans>
        </LoadErrorNote>
      )}
      {templates.length > 0 && (
        <TemplateField
          label={t`Template`}
          none={t`None`}
          templates={templates}
          value={templateId}
          onChange={setTemplateId}
        />
      )}
      {!isConnected && (
        <Banner tone="info">
          <Trans>You need a connection to create a contract.</Trans>
        </Banner>
      )}
      {begin.error && (
        <Banner
          tone="danger"
          alert
          title={errorText(begin.error, t`We couldn't create the contract.`)}
          action={
            typeof existing === 'string' && (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => void navigate(paths.contract(existing), { replace: true })}
              >
                <Trans>Open the contract</Trans>
              </Button>
            )
          }
        />
      )}
    </FormDialog>
  )
}
