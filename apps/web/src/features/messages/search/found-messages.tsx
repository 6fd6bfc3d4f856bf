import type { ChatSnapshot } from '@fettle/chat-client'
import { limits } from '@fettle/protocol/common/limits'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from 'react-router'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { useNow } from '../../../lib/browser/now.ts'
import { messageLocationOf } from '../conversation/panels/side-panel.ts'
import { MessagePreviewRow } from '../conversation/list/message-preview-row.tsx'
import { useChannelsOf } from '../list/use-channels-of.ts'
import { fromList, readListView } from '../list/view.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { nameOf } from '../channel-members.ts'
import { Marked } from './marked.tsx'
import { MoreResults, ResultsState } from './results-state.tsx'
import { useMessageSearch } from './use-message-search.ts'
import { useDebounced } from '../../../lib/forms/use-debounced.ts'
import { authorName } from '../message/person-name.ts'

/** Messages matching a search in all conversations, newest first; each links to its place. */
export function FoundMessages({ q, snapshot }: { q: string; snapshot: ChatSnapshot }) {
  const debounced = useDebounced(q, limits.suggestionDebounceMs)
  const found = useMessageSearch(debounced, snapshot.connected)
  const channelOf = useChannelsOf(found.messages.map(({ cid }) => cid))
  const [search] = useSearchParams()
  const now = useNow()
  const me = snapshot.me?.id
  return (
    <section aria-label={t`Search results`} className="pt-3">
      <h3 className="px-3 pb-1 text-sm font-semibold text-text-muted">
        <Trans>Messages</Trans>
      </h3>
      <ResultsState found={found} q={debounced} />
      {found.messages.length > 0 && (
        <ul className="grid grid-cols-1 gap-0.5">
          {found.messages.map((message) => {
            const channel = channelOf(message.cid)
            const channelName = channel ? nameOf(channel, me) : ''
            const author = authorName(message.user)
            return (
              <li key={message.id}>
                <Link
                  to={conversationPath(message.cid, {
                    ...messageLocationOf(message),
                    ...fromList(readListView(search)),
                  })}
                  data-result
                  className="block rounded-card px-3 py-2.5 transition-colors hover:bg-surface-hover active:bg-surface-hover"
                >
                  <MessagePreviewRow
                    message={message}
                    me={me}
                    now={now}
                    words={<Marked text={plainText(message.text)} words={found.words} />}
                    channelName={
                      channelName &&
                      channelName !== author && (
                        <span className="truncate text-xs text-text-muted">
                          <Trans>to {channelName}</Trans>
                        </span>
                      )
                    }
                  />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      <MoreResults found={found} />
    </section>
  )
}
