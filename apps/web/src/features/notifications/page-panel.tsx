import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useSearchParams } from 'react-router'
import { isTab } from './model.ts'
import { NotificationPanel } from './panel.tsx'

/** List on the notifications page. The tab is kept in the address. */
export function PagePanel({ host }: { host: HTMLElement }) {
  const [search, setSearch] = useSearchParams()
  const requestedTab = search.get('tab')
  const settle = useScrollRestoration(host)
  return createPortal(
    <NotificationPanel
      onPage
      open
      tab={isTab(requestedTab) ? requestedTab : 'all'}
      onTab={(tab) => setSearch(tab === 'all' ? {} : { tab }, { replace: true })}
      onClose={() => undefined}
      onListed={settle}
    />,
    host,
  )
}

const scrollPositions = new Map<string, number>()

/** Restores the scroll position, because the list renders after the page. */
function useScrollRestoration(host: HTMLElement): () => void {
  const { key } = useLocation()
  const isSettled = useRef(false)
  useEffect(() => {
    const main = host.closest('main')
    const remember = () => {
      if (main && isSettled.current) scrollPositions.set(key, main.scrollTop)
    }
    main?.addEventListener('scroll', remember, { passive: true })
    return () => main?.removeEventListener('scroll', remember)
  }, [host, key])
  return () => {
    if (isSettled.current) return
    isSettled.current = true
    const main = host.closest('main')
    if (main) main.scrollTop = scrollPositions.get(key) ?? 0
  }
}
