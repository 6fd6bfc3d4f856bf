import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { keyNames } from '../../shared/shortcuts/key-names.ts'
import { ShortcutsDialog, type ShortcutRow } from '../../shared/shortcuts/shortcuts-dialog.tsx'
import { latinKey } from '../../shared/shortcuts/latin-key.ts'
import { singleKeys } from '../../shared/shortcuts/single-keys.ts'
import { isInField, isModalOpen, usePageKeys } from '../../shared/shortcuts/use-page-keys.ts'
import { useOpenUntilBack } from '../../ui/overlays/use-open-until-back.ts'

const everywhere: readonly ShortcutRow[] = [
  { keys: [[keyNames.command, 'K']], does: <Trans>Search everything</Trans> },
  { keys: [['?']], does: <Trans>Show keyboard shortcuts</Trans> },
]
const inLists: readonly ShortcutRow[] = [
  { keys: [['J'], ['K']], does: <Trans>Next or previous row</Trans> },
  { keys: [['Enter']], does: <Trans>Open the selected row</Trans> },
  { keys: [['A']], does: <Trans>Accept the selected request</Trans> },
  { keys: [['D']], does: <Trans>Decline the selected request</Trans> },
  { keys: [['E']], does: <Trans>Archive the selected notification</Trans> },
  { keys: [['X']], does: <Trans>Select the row for an action on several</Trans> },
]

/** Links of the rows on this screen, from top to bottom. A list may have a hidden form for another width. */
const rowsOnScreen = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('#main a[data-row]')].filter((row) => row.checkVisibility())

/** The row that has the focus, or that contains it. */
const focusedRow = (): Element | null => document.activeElement?.closest('#main :is(li, tr):has(a[data-row])') ?? null

function moveTo(by: 1 | -1): boolean {
  const rows = rowsOnScreen()
  const at = rows.findIndex((row) => focusedRow()?.contains(row))
  const next = at < 0 ? rows.at(by === 1 ? 0 : -1) : rows[at + by]
  next?.focus()
  return next !== undefined
}

/** Presses the button or link that a row offers for a key. */
function press(key: string): boolean {
  const control = focusedRow()?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
  control?.click()
  return control !== null && control !== undefined
}

/** Keys that work on every screen. Conversations have keys of their own. */
export function PageShortcuts() {
  const { pathname } = useLocation()
  const [isHelpOpen, setHelpOpen] = useOpenUntilBack()
  usePageKeys((event) => {
    const { ctrlKey, metaKey, altKey } = event
    const key = latinKey(event)
    if (ctrlKey || metaKey || altKey || !singleKeys.get()) return
    if (pathname === paths.messages || isModalOpen() || isInField(event)) return
    const isHandled =
      key === 'j' ? moveTo(1) : key === 'k' ? moveTo(-1) : 'adex'.includes(key) && press(key.toUpperCase())
    if (key === '?') setHelpOpen(true)
    if (isHandled || key === '?') event.preventDefault()
  })
  return (
    isHelpOpen && (
      <ShortcutsDialog
        onClose={() => setHelpOpen(false)}
        groups={[
          { title: t`Everywhere`, rows: everywhere },
          { title: t`In a list`, rows: inLists },
        ]}
      />
    )
  )
}
