import { MINUTE_MS } from '@fettle/protocol/core/durations'
import { ChatError } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { MapPoint } from '../../../../shared/map/geo.ts'
import { chatToast } from '../../alerts/chat-toast.ts'
import { chatText, failureText } from '../../chat-texts.ts'
import { locations } from './locations.ts'
import { startSharing } from './sharing.ts'

/** Sends a location to a conversation, once or live. */
export function useSendLocation(cid: string, onSent: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ detail: string | undefined }>()

  /** Shares the point live for a number of minutes; 0 shares it once. */
  const send = ({ latitude, longitude }: MapPoint, liveMinutes: number) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    const at = { latitude, longitude }
    const sent: Promise<unknown> =
      liveMinutes > 0 ? startSharing(cid, at, liveMinutes * MINUTE_MS) : locations.share(cid, at)
    sent.then(
      () => {
        chatToast.success(t`Location shared`)
        onSent()
      },
      (error: unknown) => {
        const detail = error instanceof ChatError && error.failure ? failureText(error.failure) : undefined
        setBusy(false)
        setFailure({ detail })
        chatToast.error(chatText({ code: 'chat-client.location-failed' }), detail === undefined ? {} : { body: detail })
      },
    )
  }
  return { busy, failure, send }
}
