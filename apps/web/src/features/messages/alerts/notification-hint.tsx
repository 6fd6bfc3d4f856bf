import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/button.tsx'

const DISMISSED_KEY = 'notifications.later'

const isOpenQuestion = (): boolean => {
  try {
    return 'Notification' in window && Notification.permission === 'default' && !localStorage.getItem(DISMISSED_KEY)
  } catch {
    return false
  }
}

/** Asks for notification permission in browsers that require a gesture. */
export function NotificationHint() {
  const [open, setOpen] = useState(isOpenQuestion)
  if (!open) return null

  const requestPermission = () => void Notification.requestPermission().then(() => setOpen(isOpenQuestion()))
  const later = () => {
    try {
      localStorage.setItem(DISMISSED_KEY, '1')
    } catch {
      // Ask again on the next visit.
    }
    setOpen(false)
  }
  return (
    <Banner title={t`Turn on notifications`} className="mb-4">
      <p>
        <Trans>See new messages on your screen while you work on something else.</Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={requestPermission}>
          <Trans>Turn on</Trans>
        </Button>
        <Button size="sm" variant="quiet" onClick={later}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Banner>
  )
}
