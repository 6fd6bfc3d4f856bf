import type { ChannelStore } from '@fettle/chat-client'
import type { Message } from '@fettle/protocol/chat/messages/messages'
import { chatLimits } from '@fettle/protocol/chat/core/limits'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Pin, PinOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useConnection } from '../../../../lib/http/connection.ts'
import { useNow } from '../../../../lib/browser/now.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { chatToast } from '../../alerts/chat-toast.ts'
import { NotHere, NotLoaded } from '../../loading/not-loaded.tsx'
import { Pane } from './pane.tsx'
import { MessagePreviewRow } from '../list/message-preview-row.tsx'
import type { SidePanelControl } from './use-side-panel.ts'

export interface PinnedPaneProps {
  store: ChannelStore
  /** Latest pin first; null while loading. */
  pinned: readonly Message[] | null
  me: string | undefined
  connected: boolean
  goTo: SidePanelControl['goTo']
}

/** Pinned messages of a conversation; pressing one jumps there. */
export function PinnedPane({ store, pinned, me, connected, goTo }: PinnedPaneProps) {
  const now = useNow()
  const isConnected = useConnection()
  const [failed, setFailed] = useState(false)
  const load = useCallback(
    () =>
      void store.loadPinned().then(
        () => setFailed(false),
        () => setFailed(true),
      ),
    [store],
  )
  // The header loads them too, but does not show a failure.
  const isMissing = pinned === null
  useEffect(() => {
    if (connected && isMissing) load()
  }, [connected, isMissing, load])
  const unpin = ({ id }: Message, button: HTMLElement) => {
    // The button disappears with its row: keep the focus in the pane.
    button.closest('aside')?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
    return store.unpin(id).then(
      () => chatToast.success(t`Message unpinned`),
      (error: unknown) => chatToast.failed(t`Couldn't unpin the message`, error),
    )
  }
  return (
    <Pane title={<Trans>Pinned messages</Trans>}>
      {!pinned && !isConnected && <NotHere />}
      {!pinned && isConnected && !failed && <Skeleton className="m-4 h-20" />}
      {!pinned && isConnected && failed && <NotLoaded icon={<Pin size={26} />} onRetry={load} />}
      {pinned?.length === 0 && (
        <EmptyState icon={<Pin size={26} />} title={<Trans>No pinned messages</Trans>}>
          <Trans>
            Pin what you want to find again: an address, a door code, what you agreed. Everyone in the conversation can
            see it.
          </Trans>
        </EmptyState>
      )}
      {pinned && pinned.length > 0 && (
        <ul aria-label={t`Pinned messages`} className="grid gap-0.5 p-2">
          {pinned.map((message) => (
            <li key={message.id} className="flex items-start gap-1 rounded-card hover:bg-surface-hover">
              <button
                type="button"
                onClick={() => goTo(message)}
                className="min-w-0 flex-1 rounded-card px-3 py-2.5 active:bg-surface-hover"
              >
                <MessagePreviewRow message={message} me={me} now={now} />
              </button>
              <IconButton
                label={t`Unpin`}
                icon={<PinOff size={18} />}
                onClick={(event) => void unpin(message, event.currentTarget)}
                className="mt-1 me-1"
              />
            </li>
          ))}
        </ul>
      )}
      {pinned && pinned.length >= chatLimits.pinnedPerChannel && (
        <p className="px-5 pb-5 text-sm text-text-muted">
          <Trans>You've reached the limit for pinned messages.</Trans>
        </p>
      )}
    </Pane>
  )
}
