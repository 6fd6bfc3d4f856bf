import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { deviceStorage } from '../../../lib/browser/safe-storage.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { TransientButton } from '../../../ui/transient-button.tsx'

const DISMISSED_KEY = 'notifications.later'

const isOpenQuestion = (): boolean =>
  'Notification' in window && Notification.permission === 'default' && !deviceStorage.read(DISMISSED_KEY)

/** Asks for notification permission in browsers that require a gesture. */
export function NotificationHint() {
  const [open, setOpen] = useState(isOpenQuestion)
  if (!open) return null

  const requestPermission = () => void Notification.requestPermission().then(() => setOpen(isOpenQuestion()))
  const later = () => {
    deviceStorage.write(DISMISSED_KEY, '1')
    setOpen(false)
  }
  return (
    <Banner title={t`Turn on notifications`} className="mx-3 mb-4">
      <p>
        <Trans>See new messages on your screen while you work on something else.</Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <TransientButton size="sm" onClick={requestPermission}>
          <Trans>Turn on</Trans>
        </TransientButton>
        <TransientButton size="sm" variant="quiet" onClick={later}>
          <Trans>Not now</Trans>
        </TransientButton>
      </div>
    </Banner>
  )
}
