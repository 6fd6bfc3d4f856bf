import { t } from '@lingui/core/macro'
import { download } from '../../lib/http/download.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Downloads a document as PDF, and says so when that fails. */
export const savePdfAs = (...[operation, input, name]: Parameters<typeof download>): Promise<void> =>
  download(operation, input, name).catch((error: unknown) => {
    toast.error(errorText(error, t`We couldn't create the PDF.`))
  })
