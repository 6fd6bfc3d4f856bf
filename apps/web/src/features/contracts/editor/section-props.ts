import type { ContractProblems, ContractForm } from './contract-form.ts'

/** Props of each section of the editor. */
export interface EditorSectionProps {
  form: ContractForm
  problems: ContractProblems
  currency: string
  set: (patch: Partial<ContractForm>) => void
}
