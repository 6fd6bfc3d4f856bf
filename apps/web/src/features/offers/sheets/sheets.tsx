import { CancelSheet, PassSheet, WithdrawSheet } from './ending-sheets.tsx'
import { ContractSheet } from './contract-sheet.tsx'
import { ConvertSheet } from './convert-sheet.tsx'
import { DiscardSheet, DuplicateSheet, ExtendSheet, RemindSheet } from './small-sheets.tsx'
import type { OfferSheetName, OfferSheetProps } from './sheets.types.ts'

const sheets: Record<OfferSheetName, (props: OfferSheetProps) => React.ReactNode> = {
  pass: PassSheet,
  withdraw: WithdrawSheet,
  extend: ExtendSheet,
  cancel: CancelSheet,
  convert: (props) => (props.offer.needsContract ? <ContractSheet {...props} /> : <ConvertSheet {...props} />),
  contract: ContractSheet,
  remind: RemindSheet,
  duplicate: DuplicateSheet,
  'discard-draft': DiscardSheet,
}

/** Renders the sheet of an action. */
export function Sheets({ sheet, ...props }: OfferSheetProps & { sheet: OfferSheetName }) {
  const Sheet = sheets[sheet]
  return <Sheet {...props} />
}
