import type { ReactNode } from 'react'
import { Card } from '../../../ui/layout/card.tsx'

/** Titled card of a booking. */
export function BookingSection({
  title,
  aside,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Card className="grid grid-cols-1 content-start gap-2 p-4 md:p-5">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold text-text-muted">{title}</h2>
        {aside}
      </div>
      {children}
    </Card>
  )
}
