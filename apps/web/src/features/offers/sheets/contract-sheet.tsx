import { convertOffer } from '@fettle/protocol/offers/actions'
import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { FormSheet } from '../../../shared/forms/form-sheet.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useAct } from '../use-act.ts'
import type { OfferSheetProps } from './sheets.types.ts'

/** Creates a contract draft from an accepted offer. */
export function ContractSheet({ offer, now, onClose }: OfferSheetProps) {
  const act = useAct(offer)
  const navigate = useNavigate()
  const run = async () => {
    const converted = (await act.run(convertOffer, { version: offer.version, target: 'CONTRACT' })) as
      | OfferDetails
      | undefined
    if (!converted) return
    onClose()
    toast.success(t`The contract has begun`)
    if (converted.convertedTo) await navigate(paths.contract(converted.convertedTo.id))
  }
  return (
    <FormSheet
      title={<Trans>Write the contract</Trans>}
      description={
        <Trans>
          A draft is filled with the scope, the price and the payments that were accepted. You send it when it is right.
        </Trans>
      }
      submit={<Trans>Begin the contract</Trans>}
      busy={act.busy}
      error={act.error}
      timeZone={offer.timeZone}
      now={now}
      onSubmit={() => void run()}
      onClose={onClose}
    />
  )
}
