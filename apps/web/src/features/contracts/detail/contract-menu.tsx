import type { ContractDetails } from '@fettle/protocol/contracts'
import { Trans } from '@lingui/react/macro'
import { DocumentMenu } from '../../../shared/documents/document-menu.tsx'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { isEnding, otherActions, type OtherContractAction } from '../next-step.ts'
import { actionLabel } from '../labels.ts'
import { savePdf } from '../save-pdf.ts'

interface ContractMenuProps {
  contract: ContractDetails
  onAct: (action: OtherContractAction) => void
}

/** Menu of secondary actions; only what the server allows. */
export const ContractMenu = ({ contract, onAct }: ContractMenuProps) => (
  <DocumentMenu actions={otherActions(contract)} label={actionLabel} isEnding={isEnding} onAct={onAct}>
    <MenuItem onClick={() => void savePdf(contract)}>
      <Trans>Contract (PDF)</Trans>
    </MenuItem>
  </DocumentMenu>
)
