import { createStore } from '@fettle/chat-client/store'
import { t } from '@lingui/core/macro'
import { useSyncExternalStore } from 'react'
import { errorText } from '../../lib/http/error-text.ts'
import { toast, type ToastOptions } from './toast.ts'

/** An action that is shown as done, but is sent only when it can no longer be undone. */
interface PendingAction {
  /** Status of its subject meanwhile. */
  shown: string
  /** Sends it now. */
  release: () => void
}

/** Pending actions by their subject. */
const pendingActions = createStore<ReadonlyMap<string, PendingAction>>(new Map())

function change(subject: string, action: PendingAction | undefined): void {
  const next = new Map(pendingActions.getSnapshot())
  if (action) next.set(subject, action)
  else next.delete(subject)
  pendingActions.set(next)
}

/** Sends every pending action now. */
export const sendPendingActions = (): void => pendingActions.getSnapshot().forEach(({ release }) => release())

// A closed tab, a reload and a phone that is put away must not lose an action.
window.addEventListener('pagehide', sendPendingActions)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && sendPendingActions())

export interface UndoableAction extends Pick<ToastOptions, 'body'> {
  /** Id of what it changes. Another action on it sends this one first. */
  subject: string
  /** Status of the subject while it can be undone. */
  shown: string
  /** Says what happened. */
  title: string
  /** Says that it was refused after all. */
  failed: string
}

/**
 * Shows an action as done with a button to undo it, and sends it once the toast is gone or the page is left. Resolves to
 * the result, or undefined when it was undone or refused. `send` has to use `keepalive`, because the page may be closing.
 */
export async function withUndo<Result>(
  { subject, shown, title, body, failed }: UndoableAction,
  send: () => Promise<Result>,
): Promise<Result | undefined> {
  pendingActions.getSnapshot().get(subject)?.release()
  let action: PendingAction | undefined
  let notice = ''
  const isUndone = await new Promise<boolean>((resolve) => {
    action = { shown, release: () => resolve(false) }
    change(subject, action)
    notice = toast.success(title, {
      ...(body && { body }),
      action: { label: t`Undo`, run: () => resolve(true) },
      onClose: () => resolve(false),
    })
  })
  toast.dismiss(notice)
  try {
    return isUndone ? undefined : await send()
  } catch (error) {
    // The user may be elsewhere by then.
    toast.error(failed, { body: errorText(error, t`Try again in a moment.`), duration: Infinity })
    return undefined
  } finally {
    if (pendingActions.getSnapshot().get(subject) === action) change(subject, undefined)
  }
}

/** Status to show for a subject while an action on it can still be undone. */
export const usePendingStatus = (subject: string): string | undefined =>
  useSyncExternalStore(pendingActions.subscribe, () => pendingActions.getSnapshot().get(subject)?.shown)

/** Every subject with an action that can still be undone. */
export const usePendingActions = (): ReadonlyMap<string, Pick<PendingAction, 'shown'>> =>
  useSyncExternalStore(pendingActions.subscribe, pendingActions.getSnapshot)

/** Status of a subject that is shown as deleted. */
export const DELETED = 'DELETED'

/** Rows without those that are shown as deleted. */
export function useWithoutDeleted<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  const all = usePendingActions()
  return rows.filter(({ id }) => all.get(id)?.shown !== DELETED)
}
