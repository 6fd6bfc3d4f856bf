import { Trans } from '@lingui/react/macro'
import { notifyBehindConversation, useDeviceValue } from '../../../lib/browser/device-value.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

/** Desktop notifications of chat messages on this device. */
export function DesktopCard() {
  const isOn = useDeviceValue(notifyBehindConversation)
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">
          <Trans>Desktop notifications</Trans>
        </h2>
        <p className="text-text-muted">
          <Trans>New messages appear on your desktop, except while a conversation is open.</Trans>
        </p>
      </div>
      <Checkbox
        label={<Trans>Also notify me when the open conversation is in a background tab</Trans>}
        checked={isOn}
        onChange={(event) => notifyBehindConversation.set(event.target.checked)}
      />
    </Card>
  )
}
