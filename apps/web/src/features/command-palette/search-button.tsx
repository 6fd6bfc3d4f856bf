import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isModalOpen, usePageKeys } from '../../shared/shortcuts/use-page-keys.ts'
import { useOpenUntilBack } from '../../ui/overlays/use-open-until-back.ts'
import type { SearchAction } from './actions.ts'
import { isSearchKey } from './model.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent)

/** Opens the search, as do Ctrl+K and ⌘K on every page. `pages` are found by name. */
export function SearchButton({ pages }: { pages: readonly SearchAction[] }) {
  const [open, setOpen] = useOpenUntilBack()
  usePageKeys((event) => {
    if (!isSearchKey(event)) return
    // The browser would focus its address bar.
    event.preventDefault()
    if (!isModalOpen()) setOpen(true)
  })
  return (
    <>
      <button
        id="search-button"
        type="button"
        aria-label={t`Search`}
        title={isMac ? t`Search (⌘K)` : t`Search (Ctrl+K)`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        className="flex size-11 shrink-0 items-center justify-center gap-2 rounded-control text-text-muted transition-colors hover:bg-surface-hover hover:text-text md:me-auto md:ms-4 md:h-10 md:w-72 md:justify-start md:border md:border-line-strong md:bg-surface-raised md:px-3"
      >
        <Search aria-hidden="true" className="size-5.5 md:size-4.5" />
        <span aria-hidden="true" className="hidden flex-1 text-start text-sm md:inline">
          <Trans>Search</Trans>
        </span>
        <kbd aria-hidden="true" dir="ltr" className="hidden font-[inherit] text-xs md:inline">
          {isMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {open && (
        <Suspense>
          <Palette pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
