import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../../lib/http/error-text.ts'
import { saveItem } from '../../../../shared/price-book/api.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import type { Line } from './draft-edits.ts'

/** Saves a line to the price book. */
export function useSaveToPriceBook(line: Line): () => void {
  const client = useQueryClient()
  return () => {
    const { kind, name, description, unit, unitPrice, costPrice = null, taxRateBps } = line
    saveItem(client, undefined, { kind, name: name.trim(), description, unit, unitPrice, costPrice, taxRateBps }).then(
      () => toast.success(t`Saved to your price book`),
      (error: unknown) => toast.error(errorText(error, t`We couldn't save it to your price book.`)),
    )
  }
}
