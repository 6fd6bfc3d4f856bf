import type { ListedChannel } from '@fettle/chat-client'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { conversationPath } from '../../../routing/conversation-path.ts'
import { withSidePanel } from '../conversation/panels/side-panel.ts'
import { FOCUS_SEARCH_STATE } from './list-column.tsx'
import { neighbourOf, shortcutOf, type Shortcut } from './shortcuts.ts'
import { singleKeys } from '../../../shared/shortcuts/single-keys.ts'
import { isInField, isModalOpen, usePageKeys } from '../../../shared/shortcuts/use-page-keys.ts'
import { fromList, listAddress, readListView } from './view.ts'

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
  const cids = channels.map((listed) => listed.cid)

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
    next: () => goTo(neighbourOf(cids, cid, 1)),
    previous: () => goTo(neighbourOf(cids, cid, -1)),
    // The open conversation had the chance to handle it and has nothing unread.
    unread: () => goTo(channels.find((listed) => listed.unreadCount > 0 && listed.cid !== cid)?.cid),
    help: onHelp,
  }

  usePageKeys((event) => {
    if (isModalOpen()) return
    const shortcut = shortcutOf(event, { isWriting: isInField(event), singleKeys: singleKeys.get() })
    if (!shortcut) return
    event.preventDefault()
    act[shortcut]()
  })
}
