import type { Problems, ContractForm } from './contract-form.ts'

/** What each part of the sheet is given. */
export interface EditorSectionProps {
  written: ContractForm
  problems: Problems
  currency: string
  set: (patch: Partial<ContractForm>) => void
}
