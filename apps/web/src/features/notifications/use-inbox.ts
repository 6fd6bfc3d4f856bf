import { t } from '@lingui/core/macro'
import { useNotifications, useNovu, type Notification as InboxItem, type NotificationFilter } from '@novu/react/hooks'
import { limits } from '@fettle/protocol/common/limits'
import { useCallback, useEffect, useRef } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { mergeFirstPage, restoreItems } from './model.ts'
import { useConnected } from './use-connected.ts'

const PAGE_SIZE = limits.notificationPageSize
/** Collects several changes into one request. */
const REFETCH_DELAY_MS = 300

type ChangeResult = Promise<{ error?: unknown }>

export interface NotificationInbox {
  items: InboxItem[] | undefined
  /** Loading failed and there is nothing to show. */
  failed: boolean
  hasMore: boolean
  isFetchingMore: boolean
  fetchMore: () => void
  retry: () => void
  /** Applies an optimistic change; on refusal rolls back and shows a toast. */
  change: (ids: readonly string[], make: () => ChangeResult, failure: string) => Promise<boolean>
  /** Marks items as seen. Failures are silent; it happens again on the next view. */
  see: (ids: string[]) => void
  refresh: () => Promise<void>
}

/** One tab of the inbox with the official hooks, adding rollback and refetching. */
export function useInbox(filter: NotificationFilter, open: boolean): NotificationInbox {
  const novu = useNovu()
  const {
    notifications: items,
    error,
    hasMore,
    isFetching,
    fetchMore,
    refetch,
  } = useNotifications({ ...filter, limit: PAGE_SIZE })
  const latest = useRef({ items, hasMore, changing: 0 })
  useEffect(() => {
    latest.current.items = items
    latest.current.hasMore = hasMore
  })

  /** Replaces the client's cached list of this tab. */
  const show = useCallback(
    (notifications: InboxItem[], more: boolean) => {
      const { cache } = novu.notifications
      cache.clear(filter)
      cache.update({ ...filter, limit: PAGE_SIZE }, { notifications, hasMore: more, filter })
    },
    [novu, filter],
  )

  const refresh = useCallback(async () => {
    const { data } = await novu.notifications.list({ ...filter, limit: PAGE_SIZE, useCache: false })
    const { items: shown = [], hasMore: more } = latest.current
    if (!data || latest.current.changing > 0) return
    const all = mergeFirstPage(data.notifications, shown, data.hasMore)
    show(all, all.length > data.notifications.length ? more : data.hasMore)
  }, [novu, filter, show])

  const change = useCallback(
    async (ids: readonly string[], make: () => ChangeResult, failure: string) => {
      const { items: before = [], hasMore: more } = latest.current
      latest.current.changing += 1
      const { error: refusal } = await make()
      latest.current.changing -= 1
      if (!refusal) return true
      const cached = novu.notifications.cache.getAll({ ...filter, limit: PAGE_SIZE })?.notifications
      show(restoreItems(cached ?? latest.current.items ?? [], before, ids), more)
      toast.error(failure, { body: t`Nothing was changed. Please try again.` })
      return false
    },
    [novu, filter, show],
  )

  const see = useCallback(
    (notificationIds: string[]) => {
      void novu.notifications.seenAll({ notificationIds })
    },
    [novu],
  )

  useConnected(() => void refresh())
  useEffect(() => {
    if (!open) return
    let timer: ReturnType<typeof setTimeout> | undefined
    // Another device or the server has changed something: the client updates its count but not its list.
    const stop = novu.on('notifications.unread_count_changed', () => {
      clearTimeout(timer)
      timer = setTimeout(() => void refresh(), REFETCH_DELAY_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [novu, open, refresh])

  return {
    items,
    failed: Boolean(error) && !items,
    hasMore,
    isFetchingMore: isFetching && items !== undefined,
    fetchMore: () => void fetchMore(),
    retry: () => void refetch(),
    change,
    see,
    refresh,
  }
}
