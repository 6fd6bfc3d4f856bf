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
  const latest = useRef({ items, hasMore, changes: 0, changing: 0, isRefreshDue: false })
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
    const list = () => novu.notifications.list({ ...filter, limit: PAGE_SIZE, useCache: false })
    let { changes } = latest.current
    let { data } = await list()
    // What was asked for before the beginning or end of a change may lack it.
    while (data && latest.current.changing === 0 && changes !== latest.current.changes) {
      changes = latest.current.changes
      data = (await list()).data
    }
    if (!data) return
    if (latest.current.changing > 0) {
      latest.current.isRefreshDue = true
      return
    }
    const { items: shown = [], hasMore: more } = latest.current
    const all = mergeFirstPage(data.notifications, shown, data.hasMore)
    show(all, all.length > data.notifications.length ? more : data.hasMore)
  }, [novu, filter, show])

  const change = useCallback(
    async (ids: readonly string[], make: () => ChangeResult, failure: string) => {
      const { items: before = [], hasMore: more } = latest.current
      latest.current.changes += 1
      latest.current.changing += 1
      const { error: refusal } = await make()
      latest.current.changing -= 1
      latest.current.changes += 1
      if (refusal) {
        const cached = novu.notifications.cache.getAll({ ...filter, limit: PAGE_SIZE })?.notifications
        show(restoreItems(cached ?? latest.current.items ?? [], before, ids), more)
        toast.error(failure, { body: t`Nothing was changed. Please try again.` })
      }
      if (latest.current.changing === 0 && latest.current.isRefreshDue) {
        latest.current.isRefreshDue = false
        void refresh()
      }
      return !refusal
    },
    [novu, filter, show, refresh],
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
