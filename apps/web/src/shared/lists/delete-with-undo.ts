import { t } from '@lingui/core/macro'
import { errorText } from '../../lib/http/error-text.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { DELETED, withUndo } from '../../ui/feedback/undo.ts'

/** Deletes something once it can no longer be undone; lists leave it out meanwhile. `send` has to use `keepalive`. */
export async function deleteWithUndo(
  { id, name }: { id: string; name: string },
  send: () => Promise<void>,
): Promise<void> {
  try {
    await withUndo({ subject: id, shown: DELETED, title: t`${name} deleted` }, send)
  } catch (error) {
    toast.error(t`We couldn't delete ${name}`, { body: errorText(error, t`Try again in a moment.`) })
  }
}
