import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Fixed height of a card in a conversation, so that loading it causes no layout shift. */
export const CARD_HEIGHT_PX = 172

/** Frame of a card in a conversation: content above, actions below. */
export const CardFrame = ({ children, label }: { children: ReactNode; label?: string }) => (
  <Card
    {...(label && { role: 'group', 'aria-label': label })}
    style={{ minHeight: CARD_HEIGHT_PX }}
    className="flex flex-col justify-between gap-3 p-4 text-start"
  >
    {children}
  </Card>
)

/** Placeholder of a card in a conversation. */
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
