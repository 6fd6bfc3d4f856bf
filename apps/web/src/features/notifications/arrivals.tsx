import { limits, preview } from '@fettle/protocol/common/limits'
import { useNovu, type Notification as InboxItem, type Novu } from '@novu/react/hooks'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { announce } from '../../lib/browser/announce.ts'
import { pushIsOn } from '../../lib/browser/push.ts'
import { innerPath, mayShow } from './model.ts'

/** Announces new notifications and, where allowed, shows them on the desktop. */
export function Arrivals({ watching }: { watching: boolean }) {
  const novu = useNovu()
  const navigate = useNavigate()
  const show = useEffectEvent(async (item: InboxItem) => {
    announce(item.subject ?? item.body)
    if (watching && !document.hidden) return
    if (await isAllowedOnDesktop(novu, item)) showOnDesktop(item, (path) => void navigate(path))
  })
  useEffect(() => novu.on('notifications.notification_received', ({ result }) => void show(result)), [novu])
  return null
}

/** Whether this kind may be shown on the desktop now. Read again each time, since another tab may have changed it. */
async function isAllowedOnDesktop(novu: Novu, { workflow }: InboxItem): Promise<boolean> {
  if (!workflow) return true
  novu.preferences.cache.clearAll()
  const { data } = await novu.preferences.list().catch(() => ({ data: undefined }))
  return mayShow(workflow, data ?? [], { now: new Date(), isPushed: pushIsOn() })
}

function showOnDesktop(item: InboxItem, go: (path: string) => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    // Tabs share the tag, so that one notification is shown.
    const shown = new Notification(item.subject ?? 'Fettle', {
      body: preview(item.body),
      tag: item.id,
      icon: '/icon.svg',
    })
    const timer = setTimeout(() => shown.close(), limits.desktopNotificationMs)
    shown.addEventListener('close', () => clearTimeout(timer))
    shown.addEventListener('click', () => {
      const path = innerPath(item.redirect?.url)
      window.focus()
      shown.close()
      if (path) go(path)
    })
  } catch {
    // Phones support notifications only from service workers.
  }
}
