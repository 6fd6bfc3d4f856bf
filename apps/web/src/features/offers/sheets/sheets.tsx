import type { OfferDetails } from '@fettle/protocol/offers'
import { CancelSheet, PassSheet, WithdrawSheet } from './ending-sheets.tsx'
import { ContractSheet } from './contract-sheet.tsx'
import { ConvertSheet } from './convert-sheet.tsx'
import { DiscardSheet, DuplicateSheet, ExtendSheet, RemindSheet, RemoveSheet } from './small-sheets.tsx'

export type SheetName =
  | 'pass'
  | 'withdraw'
  | 'extend'
  | 'cancel'
  | 'convert'
  | 'contract'
  | 'remind'
  | 'duplicate'
  | 'discard-draft'
  | 'remove'

export interface SheetProps {
  offer: OfferDetails
  now: Date
  onClose: () => void
}

const sheets: Record<SheetName, (props: SheetProps) => React.ReactNode> = {
  pass: PassSheet,
  withdraw: WithdrawSheet,
  extend: ExtendSheet,
  cancel: CancelSheet,
  convert: (props) => (props.offer.needsContract ? <ContractSheet {...props} /> : <ConvertSheet {...props} />),
  contract: ContractSheet,
  remind: RemindSheet,
  duplicate: DuplicateSheet,
  'discard-draft': DiscardSheet,
  remove: RemoveSheet,
}

/** Renders the sheet of an action. */
export function Sheets({ sheet, ...props }: SheetProps & { sheet: SheetName }) {
  const Sheet = sheets[sheet]
  return <Sheet {...props} />
}
