import type { KnownCustomer } from '@fettle/protocol/customers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useOnline } from '../../lib/online.ts'
import { errorText } from '../../lib/profile-error-text.ts'
import { CustomerField } from '../../shared/customer-field.tsx'
import { offerTemplatesQuery } from '../../shared/offer-material/api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { beginOffer } from './api.ts'

export interface NewOfferProps {
  /** Whom it is for, where that is known: asked for in a conversation with them. */
  customerId?: string | undefined
  onClose: () => void
}

/** Begins an offer of one's own (O1): for whom, and from which template. */
export function NewOffer({ customerId, onClose }: NewOfferProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const online = useOnline()
  const formId = useId()
  const [customer, setCustomer] = useState<KnownCustomer>()
  const [templateId, setTemplateId] = useState('')
  const [tried, setTried] = useState(false)
  const templates = useQuery(offerTemplatesQuery).data ?? []
  const chosen = customerId ?? customer?.id
  const begin = useMutation({
    networkMode: 'always',
    mutationFn: (id: string) => beginOffer(client, { customerId: id, ...(templateId && { templateId }) }),
    onSuccess: ({ id }) => void navigate(paths.offer(id), { replace: true }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>New offer</Trans>}
      description={<Trans>Nobody is told before you send it.</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" form={formId} busy={begin.isPending}>
            <Trans>Begin to write</Trans>
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (chosen) begin.mutate(chosen)
        }}
      >
        {!customerId && (
          <CustomerField
            chosen={customer?.name}
            onChoose={setCustomer}
            error={tried && !chosen ? t`Choose a customer.` : undefined}
          />
        )}
        {(templates.length > 0 || customerId) && (
          <SelectField label={t`Begin with`} value={templateId} onChange={({ target }) => setTemplateId(target.value)}>
            <option value="">{t`An empty sheet`}</option>
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {!online && (
          <Banner tone="info">
            <Trans>A new offer needs a connection to begin. Those you have begun can be written without one.</Trans>
          </Banner>
        )}
        {begin.error && (
          <Banner tone="danger" alert>
            {errorText(begin.error, t`The offer could not be begun.`)}
          </Banner>
        )}
      </form>
    </Dialog>
  )
}
