import { getContractPdf } from '@fettle/protocol/contracts/versions'
import { t } from '@lingui/core/macro'
import { download } from '../../lib/http/download.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { toast } from '../../ui/toast.ts'

/** A version on paper, A4 or Letter as the provider's country prints; the current one unless named. */
export async function savePdf({ id, reference }: { id: string; reference: string }, number?: number): Promise<void> {
  const query = { version: number === undefined ? undefined : String(number) }
  await download(getContractPdf, { params: { id }, query }, `${reference}.pdf`).catch((error: unknown) =>
    toast.error(errorText(error, t`The PDF could not be made.`)),
  )
}
