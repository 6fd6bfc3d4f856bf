import { convertOffer } from '@fettle/protocol/offers/calls'
import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useOfferAction } from '../use-offer-action.ts'
import { OfferSheet } from './offer-sheet.tsx'
import type { OfferSheetProps } from './sheets.types.ts'

/** Creates a contract draft from an accepted offer. */
export function ContractSheet({ offer, now, onClose }: OfferSheetProps) {
  const action = useOfferAction(offer)
  const navigate = useNavigate()
  const run = async () => {
    const converted = (await action.run(convertOffer, { body: { version: offer.version, target: 'CONTRACT' } })) as
      | OfferDetails
      | undefined
    if (!converted) return
    onClose()
    toast.success(t`Contract created`)
    if (converted.convertedTo) await navigate(paths.contract(converted.convertedTo.id))
  }
  return (
    <OfferSheet
      offer={offer}
      action={action}
      title={<Trans>Create contract</Trans>}
      description={
        <Trans>We'll create a draft with the accepted scope, price and payments. Check it before you send it.</Trans>
      }
      submit={<Trans>Create contract</Trans>}
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    />
  )
}
