import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/browser/title.ts'
import { BackLink, type Back } from '../navigation/back-link.tsx'

export interface PageProps {
  /** Title of the screen: its heading and the document title. */
  title: string
  /** Heading, when it differs from the title. */
  heading?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  back?: Back
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
        'grid grid-cols-1 content-start gap-6 px-4 py-5 md:px-8 md:py-8',
        width === 'wide' ? 'wide-content' : 'mx-auto w-full',
        width === 'list' && 'max-w-4xl',
        width === 'narrow' && 'max-w-xl',
      )}
    >
      <header className="grid gap-1">
        {back && <BackLink back={back} />}
        {/* As high as a button, so that the title stays where it is on screens without actions. */}
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight wrap-anywhere md:text-2xl">
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
