import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useMaybeProfile } from '../../shared/profile/profile.ts'
import { logOut } from '../../lib/http/session.ts'
import { saveAllOpen } from '../../lib/forms/use-autosave.ts'
import { countUnsaved, countUnsent, discardUnsent } from '../../lib/offline/unsent.ts'
import { wait } from '../../lib/wait.ts'
import { Button } from '../../ui/button.tsx'
import { sendPendingActions } from '../../ui/feedback/undo.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** How long logging out waits for what is being saved. */
const SAVE_TIMEOUT_MS = 5_000

interface Unfinished {
  /** Changes that stay on this device until they are sent. */
  unsent: number
  /** Texts that logging out deletes. */
  unsaved: number
}

/**
 * Logs out by `start`. When changes have not been saved or sent, `confirmation` is a dialog that asks first; it has to be
 * rendered.
 */
export function useLogOut() {
  const id = useMaybeProfile()?.id
  const [unfinished, setUnfinished] = useState<Unfinished>()
  const start = async () => {
    // Before the session ends, without which they could not be sent.
    sendPendingActions()
    await Promise.race([saveAllOpen(), wait(SAVE_TIMEOUT_MS)])
    // If the device's storage cannot be read, log out anyway.
    const unsent = id === undefined ? 0 : await countUnsent(id).catch(() => 0)
    const unsaved = countUnsaved()
    if (unsent === 0 && unsaved === 0) logOut()
    else setUnfinished({ unsent, unsaved })
  }
  const discard = async () => {
    if (id !== undefined) await discardUnsent(id).catch(() => undefined)
    logOut()
  }
  const stay = () => setUnfinished(undefined)
  const { unsent = 0, unsaved = 0 } = unfinished ?? {}
  return {
    start: () => void start(),
    confirmation:
      unsaved > 0 ? (
        <ConfirmUnsaved
          count={unsaved}
          onStay={stay}
          onDiscard={unsent > 0 ? () => setUnfinished({ unsent, unsaved: 0 }) : logOut}
        />
      ) : (
        unsent > 0 && <ConfirmUnsent count={unsent} onStay={stay} onDiscard={() => void discard()} />
      ),
  }
}

function ConfirmUnsaved({ count, onStay, onDiscard }: { count: number; onStay: () => void; onDiscard: () => void }) {
  return (
    <ConfirmDialog
      onClose={onStay}
      title={<Trans>Log out without saving?</Trans>}
      description={
        <Plural
          value={count}
          one="# contract or note couldn't be saved. Logging out deletes what you wrote there."
          other="# contracts or notes couldn't be saved. Logging out deletes what you wrote there."
        />
      }
      confirm={<Trans>Log out</Trans>}
      keep={<Trans>Stay</Trans>}
      variant="danger"
      onConfirm={onDiscard}
    />
  )
}

function ConfirmUnsent({ count, onStay, onDiscard }: { count: number; onStay: () => void; onDiscard: () => void }) {
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
