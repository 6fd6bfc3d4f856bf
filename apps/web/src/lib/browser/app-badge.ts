import { onLogout } from '../http/session.ts'
import { subscribeUnread, unreadTotal } from './unread.ts'

type Badging = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

function show(count: number): void {
  const { setAppBadge, clearAppBadge } = navigator as Badging
  // Rejected where the app is not installed.
  const shown = count > 0 ? setAppBadge?.call(navigator, count) : clearAppBadge?.call(navigator)
  shown?.catch(() => undefined)
}

/** Shows the unread count on the installed app's icon. The returned function stops. */
export function showAppBadge(): () => void {
  if (!('setAppBadge' in navigator)) return () => undefined
  const update = () => show(unreadTotal())
  update()
  const stops = [subscribeUnread(update), onLogout(() => show(0))]
  return () => stops.forEach((stop) => stop())
}
