import { isLive, type LiveShare } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { onLogout } from '../../../../lib/http/session.ts'
import { chatToast } from '../../chat-toast.ts'
import { deviceId } from './device-id.ts'
import type { MapPoint } from './geo.ts'
import { locations } from './locations.ts'
import { SHARING as KEY } from './was-sharing.ts'
import { followPosition, positionErrorText } from './position.ts'

/** The live share of this device. It goes on over screens and reloads, until it is stopped or its time is over. */

interface StoredShare {
  cid: string
  messageId: string
}

let running: { share: LiveShare; cid: string; stop: () => void } | undefined

function storeShare(kept: StoredShare | undefined): void {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept))
    else localStorage.removeItem(KEY)
  } catch {
    // Then it ends with the page.
  }
}

function readStoredShare(): StoredShare | undefined {
  try {
    const { cid, messageId } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<StoredShare>
    return cid && messageId ? { cid, messageId } : undefined
  } catch {
    return undefined
  }
}

function follow(cid: string, share: LiveShare): void {
  let hasWarned = false
  const unfollow = followPosition(
    (fix) => {
      hasWarned = false
      share.move(fix)
    },
    (why) => {
      if (hasWarned) return
      hasWarned = true
      chatToast.error(t`Your live location stands still`, { body: positionErrorText(why) })
    },
  )
  const unsubscribe = locations.subscribe(() => {
    const known = locations.getSnapshot()[share.messageId]
    if (known && !isLive(known, Date.now())) end()
  })
  running = {
    share,
    cid,
    stop() {
      unfollow()
      unsubscribe()
    },
  }
  storeShare({ cid, messageId: share.messageId })
}

function end(): void {
  running?.stop()
  running = undefined
  storeShare(undefined)
}

/** Begins to share; what this device shared before, elsewhere, ends. Rejects with the service's refusal. */
export async function startSharing(cid: string, place: MapPoint, liveFor: number): Promise<void> {
  const before = running
  const share = await locations.shareLive(cid, place, liveFor)
  if (before) {
    end()
    await before.share.stop().catch(() => undefined)
  }
  follow(cid, share)
}

/** Ends it wherever it was begun. */
export async function stopSharing(cid: string, messageId: string): Promise<void> {
  if (running?.share.messageId === messageId) {
    await running.share.stop()
    return end()
  }
  await locations.end(cid, messageId)
  if (readStoredShare()?.messageId === messageId) storeShare(undefined)
}

/** Goes on with what this device shared before the page was loaded anew. */
export async function resumeSharing(): Promise<void> {
  const before = readStoredShare()
  if (!before || running) return
  const { cid, messageId } = before
  try {
    // Only that it has an end is looked at: the answer says the rest.
    const location = { latitude: 0, longitude: 0, deviceId: deviceId(), endsAt: new Date().toISOString() }
    await locations.show(cid, [{ id: messageId, location }])
  } catch {
    // Asked again with the next page.
    return
  }
  const share = locations.getSnapshot()[messageId]
  if (share && isLive(share, Date.now())) follow(cid, locations.continueLive(cid, messageId))
  else storeShare(undefined)
}

onLogout(() => {
  const share = running?.share
  end()
  return share?.stop().catch(() => undefined)
})
