import { getOfferPdf } from '@fettle/protocol/offers/calls'
import { savePdfAs } from '../../shared/documents/save-pdf.ts'

/** Downloads a revision as PDF. */
export const savePdf = ({ id, reference }: { id: string; reference: string }, number: number): Promise<void> =>
  savePdfAs(getOfferPdf, { params: { id, number: String(number) } }, `${reference} ${number}.pdf`)
