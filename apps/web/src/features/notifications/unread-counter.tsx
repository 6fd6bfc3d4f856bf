import { useCounts } from '@novu/react/hooks'
import { useEffect } from 'react'
import { setUnread } from '../../lib/browser/unread.ts'
import { unreadFilters } from './model.ts'
import { useConnected } from './use-connected.ts'

/** Keeps the unread count for the bell and the page title. */
export function UnreadCounter() {
  const { counts, refetch } = useCounts({ filters: unreadFilters })
  const unread = counts?.[0]?.count
  useConnected(() => void refetch())
  useEffect(() => {
    if (unread !== undefined) setUnread('notifications', unread)
  }, [unread])
  return null
}
