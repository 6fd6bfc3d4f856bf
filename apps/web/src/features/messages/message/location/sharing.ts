import { isLive, type LiveShare } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { LIVE_SHARE_KEY } from '../../../../lib/live-share.ts'
import { deviceStorage } from '../../../../lib/browser/safe-storage.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { callBeforeLogout } from '../../connection/before-logout.ts'
import { deviceId } from './device-id.ts'
import type { MapPoint } from '../../../../shared/map/geo.ts'
import { locations } from './locations.ts'
import { followPosition, positionErrorText } from './position.ts'

/** The live share of this device. It continues across screens and reloads until it is stopped or ends. */

/** How often a share is checked for its end. */
const END_CHECK_INTERVAL_MS = 10_000

interface StoredShare {
  cid: string
  messageId: string
}

let running: { share: LiveShare; cid: string; stop: () => void } | undefined

const storeShare = (share: StoredShare | undefined): void => deviceStorage.writeJson(LIVE_SHARE_KEY, share)

function readStoredShare(): StoredShare | undefined {
  const { cid, messageId } = (deviceStorage.readJson(LIVE_SHARE_KEY) ?? {}) as Partial<StoredShare>
  return cid && messageId ? { cid, messageId } : undefined
}

/** Forgets a share that is over, but not one that another tab has started since. */
function forgetStoredShare(messageId: string): void {
  if (readStoredShare()?.messageId === messageId) storeShare(undefined)
}

function follow(cid: string, share: LiveShare): void {
  let hasWarned = false
  const unfollow = followPosition(
    (fix) => {
      hasWarned = false
      share.move(fix)
    },
    (error) => {
      if (hasWarned) return
      hasWarned = true
      chatToast.error(t`Your live location isn't updating`, { body: positionErrorText(error) })
    },
  )
  const endIfOver = () => {
    const current = locations.getSnapshot()[share.messageId]
    if (current && !isLive(current, Date.now())) end()
  }
  const unsubscribe = locations.subscribe(endIfOver)
  // Without a connection, nothing reports the end.
  const timer = setInterval(endIfOver, END_CHECK_INTERVAL_MS)
  running = {
    share,
    cid,
    stop() {
      unfollow()
      unsubscribe()
      clearInterval(timer)
    },
  }
  storeShare({ cid, messageId: share.messageId })
}

function end(): void {
  if (!running) return
  running.stop()
  forgetStoredShare(running.share.messageId)
  running = undefined
}

/** Starts sharing and ends an earlier share of this device. Rejects with the server's refusal. */
export async function startSharing(cid: string, place: MapPoint, liveFor: number): Promise<void> {
  const before = running
  const share = await locations.shareLive(cid, place, liveFor)
  if (before) {
    end()
    await before.share.stop().catch(() => undefined)
  }
  follow(cid, share)
}

/** Stops a live share, on whichever device it was started. */
export async function stopSharing(cid: string, messageId: string): Promise<void> {
  if (running?.share.messageId === messageId) {
    await running.share.stop()
    return end()
  }
  await locations.end(cid, messageId)
  forgetStoredShare(messageId)
}

/** Resumes this device's share after a reload. */
export async function resumeSharing(): Promise<void> {
  const before = readStoredShare()
  if (!before || running) return
  const { cid, messageId } = before
  try {
    // Only `endsAt` matters here; the response has the rest.
    const location = { latitude: 0, longitude: 0, deviceId: deviceId(), endsAt: new Date().toISOString() }
    await locations.show(cid, [{ id: messageId, location }])
  } catch {
    // Retried on the next page load.
    return
  }
  // Another call has resumed it meanwhile, or another share has begun.
  if (running) return
  const share = locations.getSnapshot()[messageId]
  if (share && isLive(share, Date.now())) follow(cid, locations.continueLive(cid, messageId))
  else forgetStoredShare(messageId)
}

callBeforeLogout(async () => {
  const share = running?.share
  end()
  await share?.stop()
})
