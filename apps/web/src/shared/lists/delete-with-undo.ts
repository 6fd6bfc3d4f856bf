import { t } from '@lingui/core/macro'
import { DELETED, withUndo } from '../../ui/feedback/undo.ts'

/** Deletes something once it can no longer be undone; lists leave it out meanwhile. `send` has to use `keepalive`. */
export const deleteWithUndo = ({ id, name }: { id: string; name: string }, send: () => Promise<void>): Promise<void> =>
  withUndo({ subject: id, shown: DELETED, title: t`${name} deleted`, failed: t`We couldn't delete ${name}` }, send)
