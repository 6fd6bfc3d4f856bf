import type { Problems, ContractForm } from './contract-form.ts'

/** Props of each section of the editor. */
export interface EditorSectionProps {
  written: ContractForm
  problems: Problems
  currency: string
  set: (patch: Partial<ContractForm>) => void
}
