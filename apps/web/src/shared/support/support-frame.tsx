import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ScrollHint, useOverflow } from '../../ui/navigation/scroll-hint.tsx'

export type SupportSection = 'help' | 'tickets' | 'disputes'

/** Sections of support, each a screen of its own. */
const sections = (): readonly { name: SupportSection; to: string; label: string }[] => [
  { name: 'help', to: paths.support, label: t`Help` },
  { name: 'tickets', to: paths.tickets, label: t`My tickets` },
  { name: 'disputes', to: paths.disputes, label: t`Disputes` },
]

/** Layout of support screens: heading, actions and navigation. */
export function SupportFrame(props: { current: SupportSection; actions?: ReactNode; children: ReactNode }) {
  const { current, actions, children } = props
  const all = sections()
  const row = useRef<HTMLUListElement>(null)
  const overflow = useOverflow(row, all.map(({ label }) => label).join())
  return (
    <Page title={t`Support`} actions={actions}>
      <nav aria-label={t`Support sections`} className="relative -mx-4 border-b border-line md:mx-0">
        <ul ref={row} className="-mb-px flex gap-1 overflow-x-auto px-4 pb-px [scrollbar-width:none] md:px-0">
          {all.map(({ name, to, label }) => (
            <li key={name} className="shrink-0">
              <Link
                to={to}
                aria-current={name === current ? 'page' : undefined}
                className={clsx(
                  'relative flex min-h-11 items-center rounded-t-control px-3 font-semibold whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                  name === current
                    ? 'text-text after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
                    : 'text-text-muted hover:text-text',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <ScrollHint side="left" list={row} isShown={overflow.left} />
        <ScrollHint side="right" list={row} isShown={overflow.right} />
      </nav>
      {children}
    </Page>
  )
}
