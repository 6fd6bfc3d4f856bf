import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Search, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useNow } from '../../../lib/now.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Pane } from '../conversation/pane.tsx'
import { SaidRow } from '../conversation/said-row.tsx'
import type { SideControl } from '../conversation/use-side.ts'
import { plainText } from '../message/markup.ts'
import { Marked } from './marked.tsx'
import { moveInResults } from './result-keys.ts'
import { useMessageSearch, useSettled, type MessageSearch } from './use-message-search.ts'

export interface SearchPaneProps {
  cid: string
  me: string | undefined
  connected: boolean
  goTo: SideControl['goTo']
}

/** Looks for words in one conversation; a result leads to its place in it. What is looked for stands in the address. */
export function SearchPane({ cid, me, connected, goTo }: SearchPaneProps) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(() => search.get('q') ?? '')
  const q = useSettled(typed)
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows are the results' other way
    <div ref={room} onKeyDown={moveInResults} className="contents">
      <Pane
        title={<Trans>Search this conversation</Trans>}
        top={
          <div className="border-b border-line px-3 py-3">
            <SearchField value={typed} onChange={setTyped} label={t`Search this conversation`} placeholder={t`Words`} />
          </div>
        }
      >
        <ResultsState found={found} q={q} />
        {found.messages.length > 0 && (
          <ul aria-label={t`Found messages`} className="grid gap-0.5 p-2">
            {found.messages.map((message) => (
              <li key={message.id}>
                <button
                  type="button"
                  data-result
                  onClick={() => goTo(message)}
                  className="w-full rounded-card px-3 py-2.5 hover:bg-surface-hover active:bg-surface-hover"
                >
                  <SaidRow
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

/** Beyond the results: nothing yet, on its way, nothing found, or not got through. What was found is said aloud. */
export function ResultsState({ found, q }: { found: MessageSearch; q: string }) {
  const { messages, isIdle, isLoading, failed, retry, hasMore } = found
  const count = messages.length
  return (
    <>
      <output className="sr-only">
        {!isIdle && !isLoading && !failed && !hasMore && (
          <Plural value={count} _0="Nothing found" one="# message found" other="# messages found" />
        )}
      </output>
      {isIdle && (
        <EmptyState icon={<Search size={26} />} title={<Trans>Find what was said</Trans>}>
          <Trans>The beginnings of words are enough: “boil” finds boiler. The newest comes first.</Trans>
        </EmptyState>
      )}
      {!isIdle && count === 0 && isLoading && (
        <div aria-busy="true" aria-label={t`Loading`} className="grid gap-3 p-5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {failed && (
        <EmptyState
          icon={<SearchX size={26} />}
          title={<Trans>The search did not get through</Trans>}
          action={
            <Button variant="secondary" busy={isLoading} onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
      )}
      {!isIdle && count === 0 && !isLoading && !failed && (
        <EmptyState icon={<SearchX size={26} />} title={<Trans>Nobody wrote “{q}”</Trans>}>
          <Trans>Try fewer words, or only how a word begins.</Trans>
        </EmptyState>
      )}
    </>
  )
}

export const MoreResults = ({ found: { hasMore, isLoading, loadMore } }: { found: MessageSearch }) =>
  hasMore && (
    <div className="grid justify-items-center py-4">
      <Button variant="secondary" size="sm" busy={isLoading} onClick={loadMore}>
        <Trans>Load more</Trans>
      </Button>
    </div>
  )
