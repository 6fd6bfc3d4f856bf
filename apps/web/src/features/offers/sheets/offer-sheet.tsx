import { FormSheet, type FormSheetProps } from '../../../shared/forms/form-sheet.tsx'
import type { useOfferAction } from '../use-offer-action.ts'
import type { OfferSheetProps } from './sheets.types.ts'

interface Props extends OfferSheetProps, Omit<FormSheetProps, 'busy' | 'timeZone' | keyof OfferSheetProps> {
  action: ReturnType<typeof useOfferAction>
}

/** Form in a sheet that runs an operation on an offer, with its progress and its refusal. */
export const OfferSheet = ({ offer, action, ...form }: Props) => (
  <FormSheet error={action.error} {...form} busy={action.busy} timeZone={offer.timeZone} />
)
