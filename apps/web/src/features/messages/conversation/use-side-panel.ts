import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readSidePanel, withMessage, withSidePanel, type MessageLocation, type SidePanel } from './side-panel.ts'

export interface SidePanelControl {
  side: SidePanel | undefined
  open: (side: SidePanel) => void
  close: () => void
  /** Shows a message where it belongs; what covers the conversation makes way, and Back brings it again. */
  goTo: (message: MessageLocation) => void
}

interface OpenedSidePanel {
  /** It was opened from this conversation: closing it is going back. */
  opened?: boolean
}

/**
 * What stands beside the conversation, kept in the address: reloading and going back work. Closing it gives the focus
 * back to where it was; `leave` takes it where that is gone.
 */
export function useSidePanel(beside: boolean, leave: () => void): SidePanelControl {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const address = search.toString()
  const side = useMemo(() => readSidePanel(new URLSearchParams(address)), [address])
  const opener = useRef<HTMLElement>(null)
  const isOpen = side !== undefined
  const wasOpen = useRef(isOpen)
  // Read when something is done, not when it is drawn.
  const now = useRef({ location, side })
  useEffect(() => {
    now.current = { location, side }
  })

  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      if (opener.current?.isConnected) opener.current.focus({ preventScroll: true })
      else leave()
      opener.current = null
    }
    wasOpen.current = isOpen
  }, [isOpen, leave])

  const open = useCallback(
    (next: SidePanel) => {
      const { location: at, side: before } = now.current
      if (!before && document.activeElement instanceof HTMLElement) opener.current = document.activeElement
      const state: OpenedSidePanel = { opened: before ? (at.state as OpenedSidePanel | null)?.opened === true : true }
      const to = { search: withSidePanel(new URLSearchParams(at.search), next).toString() }
      void navigate(to, { replace: before !== undefined, state })
    },
    [navigate],
  )
  const close = useCallback(() => {
    const { location: at } = now.current
    if ((at.state as OpenedSidePanel | null)?.opened) return void navigate(-1)
    void navigate({ search: withSidePanel(new URLSearchParams(at.search), undefined).toString() }, { replace: true })
  }, [navigate])
  const goTo = useCallback(
    (message: MessageLocation) => {
      const { location: at } = now.current
      const to = { search: withMessage(new URLSearchParams(at.search), message, beside).toString() }
      void navigate(to, { replace: beside, state: beside ? at.state : null })
    },
    [navigate, beside],
  )
  return useMemo(() => ({ side, open, close, goTo }), [side, open, close, goTo])
}
