import type { ReactNode, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Stops keyboard and pointer events from reaching the message around it. */
export const InteractiveArea = ({ children, className }: { children: ReactNode; className?: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only stops events from propagating
  <div onPointerDown={stop} onKeyDown={stop} onContextMenu={stop} className={className}>
    {children}
  </div>
)
