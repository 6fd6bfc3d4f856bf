import type { ContractDetails } from '@fettle/protocol/contracts'
import type { OtherContractAction } from '../next-step.ts'

/** Menu actions, submitting a milestone, and reading or editing a change order. */
export type ContractSheetName = Exclude<OtherContractAction, 'remove'> | 'submit' | 'change' | 'change-edit'

export interface OpenContractSheet {
  name: ContractSheetName
  /** Id of the milestone or change order. */
  id?: string | undefined
}

export interface ContractSheetProps {
  contract: ContractDetails
  id: string | undefined
  now: Date
  onOpen: (sheet: ContractSheetName, id?: string) => void
  onClose: () => void
}
