import type { ReactNode } from 'react'

export interface ErrorPageProps {
  /** Small line above the title. */
  kicker?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Reference for support. */
  reference?: ReactNode
}

/** Full-page error with explanation and actions. */
export function ErrorPage({ kicker, title, children, actions, reference }: ErrorPageProps) {
  return (
    <div className="mx-auto grid min-h-full max-w-lg content-center gap-3 px-6 py-16">
      {kicker && <p className="text-sm font-semibold text-accent-text">{kicker}</p>}
      <h1 tabIndex={-1} className="text-2xl font-semibold tracking-tight text-balance">
        {title}
      </h1>
      {children && <div className="text-lg text-pretty text-text-muted">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap gap-3">{actions}</div>}
      {reference && <p className="mt-2 text-sm text-text-muted">{reference}</p>}
    </div>
  )
}
