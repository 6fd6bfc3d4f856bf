import type { ChatSnapshot } from '@fettle/chat-client'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Keyboard } from 'lucide-react'
import { lazy, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useNow } from '../../../lib/browser/now.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FilterBar } from '../../../ui/navigation/filter-bar.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { NotificationHint } from '../alerts/notification-hint.tsx'
import { countDue } from '../saved/due.ts'
import { useReminders } from '../saved/store.ts'
import { moveInResults } from '../search/result-keys.ts'
import { useThreads } from '../threads/store.ts'
import { LazyBoundary } from '../loading/lazy-boundary.tsx'
import { ChannelList, ListSkeleton } from './channel-list.tsx'
import { listViews, readListView, withListView, type ListView } from './view.ts'

const FoundMessages = lazy(async () => ({ default: (await import('../search/found-messages.tsx')).FoundMessages }))
const ThreadsView = lazy(async () => ({ default: (await import('../threads/threads-view.tsx')).ThreadsView }))
const SavedView = lazy(async () => ({ default: (await import('../saved/saved-view.tsx')).SavedView }))

const scrollPositions = new Map<string, number>()

/** Restores the scroll position of a list. */
function useScrollRestoration(element: HTMLElement | null, name: string): void {
  const scrolled = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!element) return
    const top = scrollPositions.get(name) ?? 0
    // A new element is at the top, and scrolling needs its layout at once.
    if (top > 0 || scrolled.current === element) element.scrollTo({ top, behavior: 'instant' })
    scrolled.current = element
    const note = () => void scrollPositions.set(name, element.scrollTop)
    element.addEventListener('scroll', note, { passive: true })
    return () => element.removeEventListener('scroll', note)
  }, [element, name])
}

const labels = {
  all: msg`All`,
  unread: msg`Unread`,
  threads: msg`Threads`,
  saved: msg({ message: 'Saved', context: 'messages' }),
  archived: msg`Archived`,
}

/** Navigation state that focuses the search when the list opens. */
export const FOCUS_SEARCH_STATE = { search: true } as const

export interface ListColumnProps {
  snapshot: ChatSnapshot
  selected: string | undefined
  Heading: 'h1' | 'h2'
  onShortcuts: () => void
  /** Search text that was kept when the list went away. */
  readSearch?: () => string
  keepSearch?: (text: string) => void
}

/** Column with conversations, threads, saved messages and search results. */
export function ListColumn(props: ListColumnProps) {
  const { snapshot, selected, Heading, onShortcuts, readSearch, keepSearch } = props
  const [params] = useSearchParams()
  const view = readListView(params)
  const show = useShow()
  // State instead of a ref: the rows must render again once the element exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [typed, setTyped] = useState(() => readSearch?.() ?? '')
  const search = (text: string) => {
    setTyped(text)
    keepSearch?.(text)
  }
  const q = useDeferredValue(typed.trim())
  const options = useOptions(snapshot)
  useScrollRestoration(scroller, q === '' ? view : 'search')
  useRequestedSearch(scroller)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys move between the rows
    <div
      ref={setScroller}
      data-list
      onKeyDown={moveInResults}
      className="h-full overflow-x-hidden overflow-y-auto overscroll-contain px-1 py-5 md:px-3 md:py-6"
    >
      {/* On a phone in the same place as the titles of other screens. */}
      <div className="flex justify-between gap-2 px-3 max-md:mb-1 max-md:min-h-11 max-md:items-center md:items-start md:pb-3">
        <Heading tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none md:text-2xl">
          <Trans>Messages</Trans>
        </Heading>
        <IconButton
          label={t`Keyboard shortcuts`}
          icon={<Keyboard size={20} />}
          onClick={onShortcuts}
          className="-my-1 pointer-coarse:hidden"
        />
      </div>
      <NotificationHint />
      <div className="grid gap-2 px-3 pb-3">
        <SearchField value={typed} onChange={search} label={t`Search conversations`} placeholder={t`Search messages`} />
        <FilterBar label={t`Filter conversations`} options={options} current={view} onChange={show} />
      </div>
      <Body view={view} q={q} snapshot={snapshot} selected={selected} scroller={scroller} />
    </div>
  )
}

interface BodyProps extends Pick<ListColumnProps, 'snapshot' | 'selected'> {
  view: ListView
  q: string
  scroller: HTMLElement | null
}

function Body({ view, q, snapshot, selected, scroller }: BodyProps) {
  if (view === 'unread' || view === 'archived')
    return <ChannelList filter={view} q={q} snapshot={snapshot} selected={selected} scroller={scroller} />
  const isSearch = q !== ''
  const names = (isSearch || view === 'all') && (
    <ChannelList filter="all" q={q} quiet={isSearch} snapshot={snapshot} selected={selected} scroller={scroller} />
  )
  return (
    <>
      {names}
      <LazyBoundary resetKey={isSearch ? 'search' : view} fallback={<ListSkeleton />}>
        {isSearch ? (
          <FoundMessages q={q} snapshot={snapshot} />
        ) : view === 'threads' ? (
          <ThreadsView snapshot={snapshot} />
        ) : (
          view === 'saved' && <SavedView snapshot={snapshot} />
        )}
      </LazyBoundary>
    </>
  )
}

/** Views of the list with their counts. */
function useOptions({ unreadChannels }: ChatSnapshot) {
  const { _ } = useLingui()
  const { unreadThreads } = useThreads()
  const due = countDue(useReminders(), useNow())
  const counts: Partial<Record<ListView, number>> = { unread: unreadChannels, threads: unreadThreads, saved: due }
  return listViews.map((name) => ({
    name,
    label: _(labels[name]),
    ...(name in counts && { count: counts[name] || null }),
  }))
}

/** Switches the list view and keeps the open conversation. */
function useShow(): (view: ListView) => void {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  return (view) =>
    void navigate({ search: withListView(search, view).toString() }, { replace: true, state: location.state })
}

/** Focuses the search when it was requested by the shortcut. */
function useRequestedSearch(room: HTMLElement | null): void {
  const { state } = useLocation()
  const focusesSearch = (state as Partial<typeof FOCUS_SEARCH_STATE> | null)?.search === true
  useEffect(() => {
    if (focusesSearch) room?.querySelector('input')?.focus({ preventScroll: true })
  }, [focusesSearch, room])
}
