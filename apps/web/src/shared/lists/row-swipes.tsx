import { Trans } from '@lingui/react/macro'
import type { SwipeAction } from '../../ui/layout/swipe-row.tsx'

/** Swipes that several lists have. */

export const remindSwipe = (run: () => void): SwipeAction => ({
  label: <Trans>Remind</Trans>,
  className: 'bg-info-soft text-info',
  run,
})

export const deleteSwipe = (run: () => void): SwipeAction => ({
  label: <Trans>Delete</Trans>,
  className: 'bg-danger-soft text-danger',
  run,
})
