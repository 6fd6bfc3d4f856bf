import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: ReactNode
  title: ReactNode
  /** What will appear here, and when. */
  children?: ReactNode
  /** The first step. */
  action?: ReactNode
}

/** Nothing here yet: says what will be, and offers the first step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
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
      <h2 className="text-lg font-semibold">{title}</h2>
      {children && <div className="text-pretty text-text-muted">{children}</div>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
