import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { readSidePanel, withMessage, withSidePanel, type MessageLocation, type SidePanel } from './side-panel.ts'

export interface SidePanelControl {
  side: SidePanel | undefined
  open: (side: SidePanel) => void
  close: () => void
  /** Shows a message where it belongs. A pane that covers the conversation closes, and Back reopens it. */
  goTo: (message: MessageLocation) => void
}

interface OpenedSidePanel {
  /** Opened from this conversation: closing it goes back in the history. */
  opened?: boolean
}

/**
 * State of the side panel, kept in the address for reload and Back. Closing returns the focus to where it was, or calls
 * `leave` when that element is gone.
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
  // Read in event handlers, not during render.
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
