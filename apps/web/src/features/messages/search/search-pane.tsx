import { limits } from '@fettle/protocol/common/limits'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useNow } from '../../../lib/browser/now.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { Pane } from '../conversation/panels/pane.tsx'
import { MessagePreviewRow } from '../conversation/list/message-preview-row.tsx'
import type { SidePanelControl } from '../conversation/panels/use-side-panel.ts'
import { plainText } from '../../../lib/format/markup.ts'
import { Marked } from './marked.tsx'
import { moveInResults } from './result-keys.ts'
import { MoreResults, ResultsState } from './results-state.tsx'
import { useMessageSearch } from './use-message-search.ts'
import { useDebounced } from '../../../lib/forms/use-debounced.ts'

export interface SearchPaneProps {
  cid: string
  me: string | undefined
  connected: boolean
  goTo: SidePanelControl['goTo']
}

/** Search within a conversation; results jump to their message. The query is kept in the address. */
export function SearchPane({ cid, me, connected, goTo }: SearchPaneProps) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(() => search.get('q') ?? '')
  const q = useDebounced(typed, limits.suggestionDebounceMs)
  const found = useMessageSearch(q, connected, cid)
  const room = useRef<HTMLDivElement>(null)
  const now = useNow()
  useEffect(() => room.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  const keepWords = useEffectEvent((words: string) => {
    if ((search.get('q') ?? '') === words) return
    const next = new URLSearchParams(search)
    if (words) next.set('q', words)
    else next.delete('q')
    void navigate({ search: next.toString() }, { replace: true, state: location.state })
  })
  useEffect(() => keepWords(q), [q])

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between the results
    <div ref={room} onKeyDown={moveInResults} className="contents">
      <Pane
        title={<Trans>Search this conversation</Trans>}
        top={
          <div className="border-b border-line px-3 py-3">
            <SearchField
              value={typed}
              onChange={setTyped}
              label={t`Search this conversation`}
              placeholder={t`Search messages`}
            />
          </div>
        }
      >
        <ResultsState found={found} q={q} />
        {found.messages.length > 0 && (
          <ul aria-label={t`Search results`} className="grid gap-0.5 p-2">
            {found.messages.map((message) => (
              <li key={message.id}>
                <button
                  type="button"
                  data-result
                  onClick={() => goTo(message)}
                  className="w-full rounded-card px-3 py-2.5 hover:bg-surface-hover active:bg-surface-hover"
                >
                  <MessagePreviewRow
                    message={message}
                    me={me}
                    now={now}
                    words={<Marked text={plainText(message.text)} words={found.words} />}
                  />
                </button>
              </li>
            ))}
          </ul>
        )}
        <MoreResults found={found} />
      </Pane>
    </div>
  )
}
