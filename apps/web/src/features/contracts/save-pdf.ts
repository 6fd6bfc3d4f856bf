import { getContractPdf } from '@fettle/protocol/contracts/calls'
import { t } from '@lingui/core/macro'
import { download } from '../../lib/http/download.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Downloads a version as PDF, A4 or Letter by the provider's country; the current version by default. */
export async function savePdf({ id, reference }: { id: string; reference: string }, number?: number): Promise<void> {
  const query = { version: number === undefined ? undefined : String(number) }
  await download(getContractPdf, { params: { id }, query }, `${reference}.pdf`).catch((error: unknown) =>
    toast.error(errorText(error, t`The PDF could not be created.`)),
  )
}
