import type { OfferDetails } from '@fettle/protocol/offers'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { isEnding, nextStep, otherActions, type OfferAct } from '../model.ts'
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
  const quiet = actions.filter((action) => !isEnding(action))
  const ending = actions.filter(isEnding)
  const printed = offer.currentRevision?.number
  if (actions.length === 0 && printed === undefined && !onClose) return null
  return (
    <Menu
      label={t`More actions`}
      trigger={(attributes) => (
        <IconButton
          {...attributes}
          label={t`More actions`}
          icon={<Ellipsis size={22} />}
          className="border border-line-strong"
        />
      )}
    >
      {onClose && (
        <MenuItem onClick={onClose}>
          <Trans>Back to the sent version</Trans>
        </MenuItem>
      )}
      {quiet.map((action) => (
        <MenuItem key={action} onClick={() => onAct(action)}>
          {actionLabel(action)}
        </MenuItem>
      ))}
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
      {ending.length > 0 && (quiet.length > 0 || printed !== undefined) && <MenuSeparator />}
      {ending.map((action) => (
        <MenuItem key={action} className="text-danger" onClick={() => onAct(action)}>
          {actionLabel(action)}
        </MenuItem>
      ))}
    </Menu>
  )
}
