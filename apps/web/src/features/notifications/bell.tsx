import { t } from '@lingui/core/macro'
import { Bell as BellIcon } from 'lucide-react'
import { useUnread } from '../../lib/unread.ts'
import { IconButton } from '../../ui/button.tsx'

/** The bell in the top bar. */
export function Bell() {
  const unread = useUnread('notifications')
  return <IconButton label={unread > 0 ? t`Notifications, ${unread} unread` : t`Notifications`} icon={<BellIcon size={22} />} />
}
