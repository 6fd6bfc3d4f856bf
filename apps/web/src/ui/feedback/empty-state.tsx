import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  /** Heading level: 1 when it is the page's only content. */
  level?: 1 | 2
  /** Says what will appear here, and when. */
  children?: ReactNode
  /** First action. */
  action?: ReactNode
}

/** Empty state with an explanation and a first action. */
export function EmptyState({ icon, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-2 px-6 py-14 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-2 grid size-14 place-items-center rounded-full bg-surface-hover text-text-muted"
        >
          {icon}
        </span>
      )}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="text-pretty text-text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
