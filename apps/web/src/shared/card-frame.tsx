import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** How high a card in a conversation is, in pixels, whatever it has to say: nothing around it moves when it is there. */
export const CARD_HEIGHT_PX = 172

/** The place of a card in a conversation: what it says above, what can be done below. */
export const CardFrame = ({ children, label }: { children: ReactNode; label?: string }) => (
  <Card
    {...(label && { role: 'group', 'aria-label': label })}
    style={{ minHeight: CARD_HEIGHT_PX }}
    className="flex flex-col justify-between gap-3 p-4 text-start"
  >
    {children}
  </Card>
)

/** The same while it loads. */
export const CardSkeleton = () => (
  <CardFrame label={t`Loading`}>
    <span aria-busy="true" className="grid gap-2.5">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </span>
    <Skeleton className="h-9 w-full pointer-coarse:h-11" />
  </CardFrame>
)
