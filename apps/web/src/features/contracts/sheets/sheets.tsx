import { ChangeForm } from './change-form.tsx'
import { ChangeSheet } from './change-sheet.tsx'
import { AcceptEndSheet, ContestEndSheet, EndSheet, WithdrawEndSheet } from './end-sheets.tsx'
import { EditSheet, HoldSheet, ResumeSheet, VoidSheet } from './small-sheets.tsx'
import { SubmitSheet } from './submit-sheet.tsx'
import type { OpenContractSheet, ContractSheetName, ContractSheetProps } from './sheets.types.ts'

const sheets: Record<ContractSheetName, (props: ContractSheetProps) => React.ReactNode> = {
  edit: EditSheet,
  amend: ChangeForm,
  hold: HoldSheet,
  resume: ResumeSheet,
  termination: EndSheet,
  'accept-termination': AcceptEndSheet,
  'contest-termination': ContestEndSheet,
  'withdraw-termination': WithdrawEndSheet,
  void: VoidSheet,
  submit: SubmitSheet,
  change: ChangeSheet,
  'change-edit': ChangeForm,
}

/** Renders the sheet of an action. */
export function Sheets({ sheet, ...props }: Omit<ContractSheetProps, 'id'> & { sheet: OpenContractSheet }) {
  const Sheet = sheets[sheet.name]
  return <Sheet key={`${sheet.name} ${sheet.id}`} {...props} id={sheet.id} />
}
