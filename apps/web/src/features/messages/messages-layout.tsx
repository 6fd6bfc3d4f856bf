import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { whenIdle } from '../../lib/browser/idle.ts'
import { useTableRoom } from '../../lib/browser/media.ts'
import { useInitialImmersive } from '../../lib/browser/immersive.ts'
import { useProfile } from '../../shared/profile/profile.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListColumn } from './list/list-column.tsx'
import { useShortcuts } from './list/use-shortcuts.ts'
import { useChat, useStayConnected } from './connection/chat.ts'
import { ConnectionBanner } from './connection/connection-banner.tsx'
import { useDraftSync } from './composer/drafts.ts'
import { fetchConversation } from './conversation/fetch-conversation.ts'
import { readCid, readMessageId } from './conversation/conversation-address.ts'
import { useLoadReminders } from './saved/store.ts'
import { useLoadThreads } from './threads/store.ts'
import { useCustomerLink } from './conversation/use-customer-link.ts'

const MessageShortcuts = lazy(async () => ({ default: (await import('./list/shortcuts-dialog.tsx')).MessageShortcuts }))
const Conversation = lazy(async () => ({ default: (await fetchConversation()).Conversation }))

/** Conversation list and open conversation: side by side on large screens, one at a time on a phone. */
export function MessagesLayout() {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const messageId = readMessageId(search)
  const cid = readCid(search.get('channel'))
  const snapshot = useChat()
  // Rendered in slices, so that a phone can react while ten rows arrive at once.
  const listSnapshot = useDeferredValue(snapshot)
  useStayConnected(useProfile())
  useDraftSync(snapshot.me?.id, snapshot.connected)
  useCustomerLink(search.get('customer'))
  const sideBySide = useTableRoom()
  useTitle(t`Messages`)
  useInitialImmersive(cid !== undefined && !sideBySide)

  useLoadThreads(snapshot.connected)
  useLoadReminders(snapshot.connected)
  const [isHelpOpen, setHelpOpen] = useState(false)
  // On a phone the list goes away while a conversation is open.
  const searched = useRef('')
  const readSearch = useCallback(() => searched.current, [])
  const keepSearch = useCallback((text: string) => void (searched.current = text), [])
  const onHelp = useCallback(() => setHelpOpen(true), [])
  // Render the list first, then prefetch what opening a row needs.
  const isListed = listSnapshot.channels.length > 0
  useEffect(() => {
    if (!isListed) return
    void whenIdle()
      .then(fetchConversation)
      .catch(() => undefined)
  }, [isListed])
  useShortcuts({ channels: snapshot.channels, cid, onHelp })

  return (
    <div className="relative flex h-full flex-col">
      <ConnectionBanner {...snapshot} />
      <div className="flex min-h-0 flex-1">
        {(sideBySide || !cid) && (
          <div className={sideBySide ? 'w-88 shrink-0 border-e border-line xl:w-96' : 'min-w-0 flex-1'}>
            <ListColumn
              snapshot={listSnapshot}
              selected={cid}
              Heading={cid && sideBySide ? 'h2' : 'h1'}
              onShortcuts={onHelp}
              readSearch={readSearch}
              keepSearch={keepSearch}
            />
          </div>
        )}
        {cid && (
          <div className="min-w-0 flex-1">
            <Suspense fallback={null}>
              <Conversation
                key={cid}
                cid={cid}
                snapshot={snapshot}
                alone={!sideBySide}
                startAt={messageId === undefined ? undefined : { id: messageId, key }}
              />
            </Suspense>
          </div>
        )}
        {sideBySide && !cid && (
          <div className="grid min-w-0 flex-1 place-items-center">
            <EmptyState icon={<MessagesSquare size={26} />} title={<Trans>Choose a conversation</Trans>}>
              <Trans>Messages you write offline are sent when you're back online.</Trans>
            </EmptyState>
          </div>
        )}
      </div>
      <Suspense>{isHelpOpen && <MessageShortcuts onClose={() => setHelpOpen(false)} />}</Suspense>
    </div>
  )
}
