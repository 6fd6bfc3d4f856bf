import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useMaybeProfile } from '../../shared/profile/profile.ts'
import { logOut } from '../../lib/http/session.ts'
import { countUnsent, discardUnsent } from '../../lib/offline/unsent.ts'
import { Button } from '../../ui/button.tsx'
import { sendHeld } from '../../ui/feedback/undo.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Returns a function that logs out. It asks for confirmation when changes have not been sent. */
export function useLogOut() {
  const id = useMaybeProfile()?.id
  const [unsent, setUnsent] = useState(0)
  const start = async () => {
    // While the session can still send them.
    sendHeld()
    // If the device's storage cannot be read, log out anyway.
    const count = id === undefined ? 0 : await countUnsent(id).catch(() => 0)
    if (count === 0) logOut()
    else setUnsent(count)
  }
  const discard = async () => {
    if (id !== undefined) await discardUnsent(id).catch(() => undefined)
    logOut()
  }
  const stay = () => setUnsent(0)
  return {
    start: () => void start(),
    question: unsent > 0 && <Question count={unsent} onStay={stay} onDiscard={() => void discard()} />,
  }
}

function Question({ count, onStay, onDiscard }: { count: number; onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      onClose={onStay}
      title={<Plural value={count} one="# change hasn't been sent yet" other="# changes haven't been sent yet" />}
      description={
        <Trans>
          Unsent changes stay on this device and are sent when you log in here again. Nobody else can see them.
        </Trans>
      }
      confirm={<Trans>Log out</Trans>}
      keep={<Trans>Stay</Trans>}
      variant="primary"
      onConfirm={logOut}
    >
      <Button variant="danger" size="sm" onClick={onDiscard}>
        <Trans>Discard and log out</Trans>
      </Button>
    </ConfirmDialog>
  )
}
