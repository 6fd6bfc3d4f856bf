import { Trans } from '@lingui/react/macro'
import type { SwipeAction } from '../../ui/layout/swipe-row.tsx'

/** Swipe that reminds the customer. */
export const remindSwipe = (run: () => void): SwipeAction => ({
  label: <Trans>Remind</Trans>,
  className: 'bg-info-soft text-info',
  run,
})

/** Swipe that deletes a draft. */
export const deleteSwipe = (run: () => void): SwipeAction => ({
  label: <Trans>Delete</Trans>,
  className: 'bg-danger-soft text-danger',
  run,
})
