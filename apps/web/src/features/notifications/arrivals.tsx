import { limits, preview } from '@fettle/protocol/common/limits'
import { useNovu, type Notification as InboxItem, type Novu } from '@novu/react/hooks'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { announce } from '../../lib/browser/announce.ts'
import { pushIsOn } from '../../lib/browser/push.ts'
import { innerPath, mayShow } from './model.ts'

/** Says aloud what arrives and, where that is allowed, shows it on the desktop. */
export function Arrivals({ watching }: { watching: boolean }) {
  const novu = useNovu()
  const navigate = useNavigate()
  const isWatching = useRef(watching)
  useEffect(() => {
    isWatching.current = watching
  }, [watching])
  useEffect(
    () =>
      novu.on('notifications.notification_received', ({ result }) => {
        announce(result.subject ?? result.body)
        if (isWatching.current && !document.hidden) return
        void isAllowedOnDesktop(novu, result).then((wanted) => {
          if (wanted) showOnDesktop(result, (path) => void navigate(path))
        })
      }),
    [novu, navigate],
  )
  return null
}

/** Whether its kind may leave the inbox for the desktop, now. Asked anew: another tab may have chosen meanwhile. */
async function isAllowedOnDesktop(novu: Novu, { workflow }: InboxItem): Promise<boolean> {
  if (!workflow) return true
  novu.preferences.cache.clearAll()
  const { data } = await novu.preferences.list().catch(() => ({ data: undefined }))
  return mayShow(workflow, data ?? [], { now: new Date(), isPushed: pushIsOn() })
}

function showOnDesktop(item: InboxItem, go: (path: string) => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    // The same tag in every tab: one of them is shown.
    const shown = new Notification(item.subject ?? item.body, {
      body: preview(item.body),
      tag: item.id,
      icon: '/icon.svg',
    })
    const timer = setTimeout(() => shown.close(), limits.desktopNotificationClose)
    shown.addEventListener('close', () => clearTimeout(timer))
    shown.addEventListener('click', () => {
      const path = innerPath(item.redirect?.url)
      window.focus()
      shown.close()
      if (path) go(path)
    })
  } catch {
    // Phones allow it to service workers only.
  }
}
