import { plural, t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../routing/paths.ts'
import { markQueueReady, queryStore, offlineQueue, setQueueOwner } from '../../../lib/offline/device-queue.ts'
import type { OfflineFeature } from '../../../lib/offline/offline-feature.ts'
import { precacheUsedFiles } from '../../../lib/offline/precache.ts'
import { persistQueries, restoreQueries } from '../../../lib/offline/persist-queries.ts'
import { rememberProfile, useProfile } from '../../../shared/profile/profile.ts'
import { isConnected, onReconnect } from '../../../lib/http/connection.ts'
import { onLogout } from '../../../lib/http/session.ts'
import { purgeOtherUsers } from '../../../lib/offline/unsent.ts'
import { wait } from '../../../lib/wait.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { invalidateBookings } from '../api.ts'
import { registerSenders } from './offline-actions.ts'
import { prefetchBookings, prefetchWorkScreens, savesData } from './prefetch-bookings.ts'
import { unseenFailures } from './unseen-failures.ts'

/** Data readable offline: bookings, the schedule, their attachments and quick replies. */
const offlineNouns = [
  'dashboard',
  'bookings',
  'series',
  'calendar',
  'checklists',
  'availability',
  'timeOff',
  'quickReplies',
]

/** Delay before prefetching, so that it never competes with the visible screen for the connection. */
const PREFETCH_DELAY_MS = 5_000

/** Pauses after tries that sent nothing: a photo that never arrives must not use up somebody's data. */
const RESUME_PAUSES_MS = [0.25, 1, 2, 4, 8, 16].map((minutes) => minutes * 60_000)

/**
 * Background work for bookings on every screen: persists what was read, prefetches the days around today, and sends
 * offline changes. `others` are further nouns; the list never changes.
 */
export function Background({ others }: { others: readonly OfflineFeature[] }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const profile = useProfile()
  const { id: user } = profile

  useEffect(() => void rememberProfile(profile).catch(() => undefined), [profile])
  useEffect(() => {
    setQueueOwner(user)
    registerSenders(client)
    others.forEach((work) => work.registerSenders(client))
    markQueueReady()
    const nouns = [...offlineNouns, ...others.flatMap((work) => work.nouns)]
    const options = { client, store: queryStore, user, nouns, now: Date.now }
    let current = true
    let stopKeeping: (() => void) | undefined
    const prefetch = async () => {
      await wait(PREFETCH_DELAY_MS)
      if (!current || !isConnected()) return
      await prefetchBookings(client)
      await prefetchWorkScreens()
      if (!savesData()) for (const work of others) await work.prefetch(client)
      await precacheUsedFiles()
    }
    const begin = async () => {
      await restoreQueries(options)
      if (!current) return
      stopKeeping = persistQueries(options)
      await purgeOtherUsers(user, new Date())
      await offlineQueue.resume()
      await prefetch()
    }
    begin().catch(() => undefined)
    // The visible screen goes first. Prefetching may wait, and the connection may not last.
    precacheUsedFiles().catch(() => undefined)
    const stops = [
      onReconnect(() => void offlineQueue.resume().catch(() => undefined), {
        pausesMs: RESUME_PAUSES_MS,
        onSuccess: offlineQueue.onSent,
      }),
      onReconnect(() => void prefetch().catch(() => undefined)),
      onLogout(() => {
        stopKeeping?.()
        // The read cache is cleared; unsent changes stay for their owner (lib/offline/unsent.ts).
        return queryStore.clear()
      }),
      offlineQueue.onSent(({ subject }) => {
        const owner = others.find((work) => work.pathOf(subject) !== undefined)
        if (owner) owner.invalidate(client)
        else invalidateBookings(client)
      }),
    ]
    return () => {
      current = false
      stopKeeping?.()
      stops.forEach((stop) => stop())
    }
  }, [client, user, others])

  // Report refused changes even when the app was in the background.
  useEffect(() => {
    const announced = new Set<string>()
    const pathOf = (subject: string) =>
      others.map((work) => work.pathOf(subject)).find((path) => path !== undefined) ?? paths.booking(subject)
    return offlineQueue.subscribe(() => {
      const failures = unseenFailures(offlineQueue.get(), announced)
      if (!failures) return
      const { newest, count } = failures
      for (const { id, state } of offlineQueue.get()) if (state === 'review') announced.add(id)
      // One toast for all of them, so that several refusals do not pile up.
      toast.error(plural(count, { one: 'A change needs review', other: '# changes need review' }), {
        id: 'review',
        ...(newest.refusal && { body: newest.refusal.message }),
        action: { label: t`Review changes`, run: () => void navigate(newest.path ?? pathOf(newest.subject)) },
      })
    })
  }, [navigate, others])
  return null
}
