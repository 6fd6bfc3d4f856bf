import type { OfferDetails } from '@fettle/protocol/offers'
import { Trans } from '@lingui/react/macro'
import { DocumentMenu } from '../../../shared/documents/document-menu.tsx'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { isEnding, nextStep, otherActions, type OfferAct } from '../next-step.ts'
import { actionLabel } from '../labels.ts'
import { savePdf } from '../save-pdf.ts'

export interface OfferMenuProps {
  offer: OfferDetails
  onAct: (action: OfferAct) => void
  /** Returns from editing to the sent revision. */
  onClose?: () => void
}

/** Menu of secondary actions; only what the server allows. */
export function OfferMenu({ offer, onAct, onClose }: OfferMenuProps) {
  const actions = otherActions(offer, onClose ? 'revise' : nextStep(offer))
  const printed = offer.currentRevision?.number
  if (actions.length === 0 && printed === undefined && !onClose) return null
  return (
    <DocumentMenu
      actions={actions}
      label={actionLabel}
      isEnding={isEnding}
      onAct={onAct}
      first={
        onClose && (
          <MenuItem onClick={onClose}>
            <Trans>Back to the sent version</Trans>
          </MenuItem>
        )
      }
    >
      {offer.allowedActions.includes('convert') && !offer.needsContract && (
        <MenuItem onClick={() => onAct('contract')}>
          <Trans>Create contract</Trans>
        </MenuItem>
      )}
      {printed !== undefined && (
        <MenuItem onClick={() => void savePdf(offer, printed)}>
          <Trans>Offer (PDF)</Trans>
        </MenuItem>
      )}
    </DocumentMenu>
  )
}
