import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTitle } from '../../lib/browser/title.ts'

export interface PageProps {
  /** Title of the screen: its heading and the document title. */
  title: string
  /** Heading, when it differs from the title. */
  heading?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  /** Content width: `full` for calendars and boards, `list` for tables, `narrow` for forms and documents. */
  width?: 'full' | 'list' | 'wide' | 'narrow'
  children: ReactNode
}

/** Layout of a screen: heading, actions and content. */
export function Page({ title, heading, description, actions, back, width = 'wide', children }: PageProps) {
  useTitle(title)
  return (
    <div
      className={clsx(
        'mx-auto grid w-full content-start gap-6 px-4 py-5 md:px-8 md:py-8',
        width === 'list' && 'max-w-4xl',
        width === 'wide' && 'max-w-3xl',
        width === 'narrow' && 'max-w-xl',
      )}
    >
      <header className="grid gap-1">
        {back && (
          <Link
            to={back.to}
            className="-ms-2 inline-flex min-h-11 items-center gap-0.5 justify-self-start rounded-control pe-3 text-sm font-semibold text-text-muted hover:text-text"
          >
            <ChevronLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
            {back.label}
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight md:text-2xl">
            {heading ?? title}
          </h1>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
        {description && <p className="max-w-xl text-pretty text-text-muted">{description}</p>}
      </header>
      {children}
    </div>
  )
}
