import type { ListedChannel } from '@fettle/chat-client'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { withSidePanel } from '../conversation/panels/side-panel.ts'
import { FOCUS_SEARCH_STATE } from './list-column.tsx'
import { neighbourOf, shortcutOf, type Shortcut } from './shortcuts.ts'
import { singleKeys } from '../../../shared/shortcuts/single-keys.ts'
import { fromList, listAddress, readListView } from './view.ts'

const FIELDS = 'input, textarea, select, [contenteditable=true]'

/** Handles the shortcuts of this screen, unless an overlay is open. */
export function useShortcuts(options: {
  channels: readonly ListedChannel[]
  cid: string | undefined
  onHelp: () => void
}): void {
  const { channels, cid, onHelp } = options
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()

  const goTo = (next: string | undefined) =>
    next !== undefined && void navigate(conversationPath(next, fromList(readListView(search))))
  const toList = () => {
    const field = document.querySelector<HTMLInputElement>('[data-list] input[type=search]')
    if (field) return field.select()
    void navigate(listAddress(search), { state: FOCUS_SEARCH_STATE })
  }
  const act: Record<Shortcut, () => void> = {
    searchHere: () => {
      if (cid === undefined) return toList()
      const to = { search: withSidePanel(search, { name: 'search' }).toString() }
      void navigate(to, { replace: search.has('side'), state: { opened: true, ...(location.state as object | null) } })
    },
    next: () =>
      goTo(
        neighbourOf(
          channels.map((listed) => listed.cid),
          cid,
          1,
        ),
      ),
    previous: () =>
      goTo(
        neighbourOf(
          channels.map((listed) => listed.cid),
          cid,
          -1,
        ),
      ),
    // The open conversation had the chance to handle it and has nothing unread.
    unread: () => goTo(channels.find((listed) => listed.unreadCount > 0 && listed.cid !== cid)?.cid),
    help: onHelp,
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return
    const shortcut = shortcutOf(event, {
      isWriting: target?.closest(FIELDS) !== null && target !== undefined,
      singleKeys: singleKeys.get(),
    })
    if (!shortcut) return
    event.preventDefault()
    act[shortcut]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
