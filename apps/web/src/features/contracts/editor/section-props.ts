import type { ContractProblems, ContractForm } from './contract-form.ts'

/** Props of each section of the editor. */
export interface EditorSectionProps {
  form: ContractForm
  problems: ContractProblems
  currency: string
  /** Changes fields, to what is given or what is made of the latest form. */
  set: (change: Partial<ContractForm> | ((form: ContractForm) => Partial<ContractForm>)) => void
}
