import { FormSheet, type FormSheetProps } from '../../../shared/forms/form-sheet.tsx'
import type { useAct } from '../use-act.ts'
import type { OfferSheetProps } from './sheets.types.ts'

interface Props extends OfferSheetProps, Omit<FormSheetProps, 'busy' | 'timeZone' | keyof OfferSheetProps> {
  act: ReturnType<typeof useAct>
}

/** Form in a sheet that runs an operation on an offer, with its progress and its refusal. */
export const OfferSheet = ({ offer, act, ...form }: Props) => (
  <FormSheet error={act.error} {...form} busy={act.busy} timeZone={offer.timeZone} />
)
