import { getContractPdf } from '@fettle/protocol/contracts/calls'
import { savePdfAs } from '../../shared/documents/save-pdf.ts'

/** Downloads a version as PDF, A4 or Letter by the provider's country; the current version by default. */
export function savePdf({ id, reference }: { id: string; reference: string }, number?: number): Promise<void> {
  const query = { version: number === undefined ? undefined : String(number) }
  return savePdfAs(getContractPdf, { params: { id }, query }, `${reference}.pdf`)
}
