import { getNotificationSession } from '@fettle/protocol/notifications/calls'
import type { Preference, useNovu, WorkflowCriticalityEnum } from '@novu/react/hooks'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { kindsIn, type NotificationChannel, type PreferenceGroup, type Kind } from './model.ts'
import { toQuietHours, toSchedule, type QuietHours } from '../../../shared/forms/quiet-hours.ts'

// Preferences belong to the notification service and are accessed through its official client, so that a plain Novu
// server works too.

type Novu = ReturnType<typeof useNovu>

export interface Choices {
  kinds: Kind[]
  quiet: QuietHours
}

/** Connection data of the client. Cached, because new options create another client. */
export const connectionQuery = queryOptions({
  queryKey: ['notifications', 'connection'],
  queryFn: async () => {
    const { applicationIdentifier, subscriberId, subscriberHash, apiUrl, socketUrl } = await call(
      getNotificationSession,
      {},
    )
    const subscriber = { subscriberId }
    return { applicationIdentifier, subscriber, subscriberHash, apiUrl, socketUrl, useCache: false }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Rejects when the session was refused; the client's own promise would stay pending. */
async function callWithSession<T>(
  novu: Novu,
  question: () => Promise<{ data?: T | undefined; error?: unknown }>,
): Promise<T> {
  let stop = () => {}
  const refused = new Promise<never>((_, reject) => {
    stop = novu.on('session.initialize.resolved', ({ error }) => error && reject(error))
  })
  try {
    const { data, error } = await Promise.race([question(), refused])
    if (error || data === undefined) throw error ?? new Error('The notification service did not answer')
    return data
  } finally {
    stop()
  }
}

const everything = { criticality: 'all' as WorkflowCriticalityEnum }

export const preferencesQuery = (novu: Novu) =>
  queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: async (): Promise<Choices> => {
      const preferences = await callWithSession<Preference[]>(novu, () => novu.preferences.list(everything))
      const general = preferences.find(({ workflow }) => !workflow)
      return { kinds: kindsIn(preferences), quiet: toQuietHours(general?.schedule) }
    },
    retry: false,
  })

export const choose = (novu: Novu, group: PreferenceGroup, channel: NotificationChannel, on: boolean) =>
  callWithSession(novu, () =>
    novu.preferences.bulkUpdate(group.kinds.map(({ id }) => ({ workflowId: id, channels: { [channel]: on } }))),
  )

export const setQuietHours = (novu: Novu, quiet: QuietHours) =>
  callWithSession(novu, () => novu.preferences.schedule.update(toSchedule(quiet)))
