import type { ContractDetails } from '@fettle/protocol/contracts'
import type { OtherAction } from '../model.ts'
import { ChangeForm } from './change-form.tsx'
import { ChangeSheet } from './change-sheet.tsx'
import { AcceptEndSheet, ContestEndSheet, EndSheet, WithdrawEndSheet } from './end-sheets.tsx'
import { EditSheet, HoldSheet, RemoveSheet, ResumeSheet, VoidSheet } from './small-sheets.tsx'
import { SubmitSheet } from './submit-sheet.tsx'

/** Menu actions, submitting a milestone, and reading or editing a change order. */
export type SheetName = OtherAction | 'submit' | 'change' | 'change-edit'

export interface OpenSheet {
  name: SheetName
  /** Id of the milestone or change order. */
  id?: string | undefined
}

export interface SheetProps {
  contract: ContractDetails
  id: string | undefined
  now: Date
  onOpen: (sheet: SheetName, id?: string) => void
  onClose: () => void
}

const sheets: Record<SheetName, (props: SheetProps) => React.ReactNode> = {
  edit: EditSheet,
  amend: ChangeForm,
  hold: HoldSheet,
  resume: ResumeSheet,
  termination: EndSheet,
  'accept-termination': AcceptEndSheet,
  'contest-termination': ContestEndSheet,
  'withdraw-termination': WithdrawEndSheet,
  void: VoidSheet,
  remove: RemoveSheet,
  submit: SubmitSheet,
  change: ChangeSheet,
  'change-edit': ChangeForm,
}

/** Renders the sheet of an action. */
export function Sheets({ sheet, ...props }: Omit<SheetProps, 'id'> & { sheet: OpenSheet }) {
  const Sheet = sheets[sheet.name]
  return <Sheet key={`${sheet.name} ${sheet.id}`} {...props} id={sheet.id} />
}
