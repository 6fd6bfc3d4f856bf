import { getOfferPdf } from '@fettle/protocol/offers/calls'
import { t } from '@lingui/core/macro'
import { download } from '../../lib/http/download.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Downloads a revision as PDF. */
export async function savePdf({ id, reference }: { id: string; reference: string }, number: number): Promise<void> {
  const params = { id, number: String(number) }
  await download(getOfferPdf, { params }, `${reference} ${number}.pdf`).catch((error: unknown) =>
    toast.error(errorText(error, t`The PDF could not be created.`)),
  )
}
