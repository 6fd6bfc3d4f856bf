import { plural, t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../routing/paths.ts'
import { markQueueReady, readStore, offlineQueue, setQueueOwner } from '../../lib/offline/device-queue.ts'
import type { OfflineFeature } from '../../lib/offline/offline-feature.ts'
import { precacheUsedFiles } from '../../lib/offline/precache.ts'
import { persistQueries, restoreQueries } from '../../lib/offline/persist-queries.ts'
import { rememberProfile, useProfile } from '../../shared/profile/profile.ts'
import { onLogout } from '../../lib/http/session.ts'
import { purgeOtherUsers } from '../../lib/offline/unsent.ts'
import { toast } from '../../ui/toast.ts'
import { readAgain } from './api.ts'
import { registerSenders } from './offline-actions.ts'
import { prefetchBookings, prefetchWorkScreens, savesData } from './prefetch-bookings.ts'
import { unseenFailures } from './unseen-failures.ts'

/** What can be read without a connection: jobs and the diary, what stands on them, and one's quick replies. */
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

/**
 * What the device does for its bookings whatever screen is shown: keeps what was read, has the days around today at
 * hand, and sends what was done without a connection. Likewise for what others have to do; who they are never changes.
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
    const options = { client, store: readStore, user, nouns, now: Date.now }
    let current = true
    let stopKeeping: (() => void) | undefined
    const catchUp = async () => {
      await offlineQueue.resume()
      if (!current || !navigator.onLine) return
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
      await catchUp()
    }
    const back = () => void catchUp().catch(() => undefined)
    begin().catch(() => undefined)
    // What is on the screen first: the reading ahead may take its time, and the line may not last so long.
    precacheUsedFiles().catch(() => undefined)
    window.addEventListener('online', back)
    const stops = [
      onLogout(() => {
        stopKeeping?.()
        // What was read is gone; what was done and is not sent yet waits for its owner (lib/offline/unsent.ts).
        return readStore.clear()
      }),
      offlineQueue.onSent(({ subject }) => {
        const owner = others.find((work) => work.pathOf(subject) !== undefined)
        if (owner) owner.readAgain(client)
        else readAgain(client)
      }),
    ]
    return () => {
      current = false
      stopKeeping?.()
      window.removeEventListener('online', back)
      stops.forEach((stop) => stop())
    }
  }, [client, user, others])

  // Whoever has put the phone away must be told when something did not go through.
  useEffect(() => {
    const told = new Set<string>()
    const pathOf = (subject: string) =>
      others.map((work) => work.pathOf(subject)).find((path) => path !== undefined) ?? paths.booking(subject)
    return offlineQueue.subscribe(() => {
      const news = unseenFailures(offlineQueue.get(), told)
      if (!news) return
      const { newest, count } = news
      for (const { id, state } of offlineQueue.get()) if (state === 'review') told.add(id)
      // One for all of it: several that are refused behind one another do not stand on each other's heads.
      toast.error(plural(count, { one: 'Something you did needs review', other: '# things you did need review' }), {
        id: 'review',
        ...(newest.refusal && { body: newest.refusal.message }),
        action: { label: t`Look at it`, run: () => void navigate(newest.path ?? pathOf(newest.subject)) },
      })
    })
  }, [navigate, others])
  return null
}
