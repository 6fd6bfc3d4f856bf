import type { ContractDetails } from '@fettle/protocol/contracts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { IconButton } from '../../../ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { isEnding, otherActions, type OtherContractAction } from '../model.ts'
import { actionLabel } from '../labels.ts'
import { savePdf } from '../save-pdf.ts'

/** Menu of secondary actions; only what the server allows. */
export function ContractMenu({
  contract,
  onAct,
}: {
  contract: ContractDetails
  onAct: (action: OtherContractAction) => void
}) {
  const actions = otherActions(contract)
  const ending = actions.filter(isEnding)
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
      {actions
        .filter((action) => !isEnding(action))
        .map((action) => (
          <MenuItem key={action} onClick={() => onAct(action)}>
            {actionLabel(action)}
          </MenuItem>
        ))}
      <MenuItem onClick={() => void savePdf(contract)}>
        <Trans>Contract (PDF)</Trans>
      </MenuItem>
      {ending.length > 0 && <MenuSeparator />}
      {ending.map((action) => (
        <MenuItem key={action} className="text-danger" onClick={() => onAct(action)}>
          {actionLabel(action)}
        </MenuItem>
      ))}
    </Menu>
  )
}
