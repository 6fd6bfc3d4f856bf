import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { offlineQueue, setQueueOwner, useQueuedMutations } from '../../../lib/offline/device-queue.ts'
import { useProfile } from '../../../shared/profile/profile.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { invalidateBookings } from '../api.ts'
import { isWorkTransition, registerSenders, type OfflineAction } from './offline-actions.ts'

export interface OfflineActions {
  /** Runs the action now or queues it. Resolves to false when the server refused. */
  run: (kind: OfflineAction, payload?: Record<string, unknown>) => Promise<boolean>
  /** Whether an action of this kind is being sent. Several may be at once. */
  isSending: (kind: OfflineAction) => boolean
  /** Action refused last, with its payload and error. */
  failed: { kind: OfflineAction; payload: Record<string, unknown>; error: unknown } | undefined
  forget: () => void
}

/** Actions on one job. All go through the offline queue, online or not. */
export function useOfflineActions(id: string): OfflineActions {
  const client = useQueryClient()
  const { id: user } = useProfile()
  const [sending, setSending] = useState<readonly OfflineAction[]>([])
  const [refused, setRefused] = useState<OfflineActions['failed']>()

  useEffect(() => {
    setQueueOwner(user)
    registerSenders(client)
  }, [client, user])

  const run = useCallback(
    async (kind: OfflineAction, payload: Record<string, unknown> = {}) => {
      setRefused(undefined)
      setSending((before) => [...before, kind])
      try {
        // Other input stays in its field or sheet after a refusal; a photo from the camera exists nowhere else.
        const { sent } = await offlineQueue.add({ subject: id, kind, payload, stays: kind === 'photo' })
        if (sent) invalidateBookings(client)
        else if (isWorkTransition(kind))
          toast.info(t`Saved on this device`, { body: t`We'll send it when you're back online.` })
        return true
      } catch (error) {
        setRefused({ kind, payload, error })
        // Transitions show a banner beside the action; others show a toast.
        if (!isWorkTransition(kind)) toast.error(errorText(error, t`That didn't work. Try again.`))
        invalidateBookings(client)
        return false
      } finally {
        setSending((before) => before.toSpliced(before.indexOf(kind), 1))
      }
    },
    [client, id],
  )
  return {
    run,
    isSending: (kind) => sending.includes(kind),
    failed: refused,
    forget: () => setRefused(undefined),
  }
}

/** Queued mutations of one booking. */
export function useBookingMutations(id: string) {
  const mutations = useQueuedMutations()
  return useMemo(() => mutations.filter(({ subject }) => subject === id), [mutations, id])
}
