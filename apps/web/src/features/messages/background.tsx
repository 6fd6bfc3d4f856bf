import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useProfile } from '../../shared/profile/profile.ts'
import { wasSharing } from '../../lib/live-share.ts'
import { setUnread } from '../../lib/browser/unread.ts'
import { onLogout } from '../../lib/http/session.ts'
import { dropDraftFiles } from '../../lib/offline/shared-photos.ts'
import { useChat, useStayConnected } from './connection/chat.ts'
import { requestNotificationPermission, notifyOnDesktop } from './alerts/desktop-notifications.ts'
import { refreshLive } from './connection/live-refresh.ts'
import { notifyDueReminders } from './saved/notify-due-reminders.ts'
import { precacheShare } from './share/fetch-share.ts'
import { registerPhotoSender } from './share/register-photo-sender.ts'
import { notifyUnplacedPhotos } from './share/notify-unplaced-photos.ts'

// Like the texts of drafts. Here, because the composer is not loaded on every page.
onLogout(() => dropDraftFiles().catch(() => undefined))

/**
 * Background work of the chat on other screens: keeps the connection, counts unread messages, shows desktop
 * notifications and refreshes open screens when their records change.
 */
export function Background() {
  const profile = useProfile()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { totalUnread, connected } = useChat()
  const open = useEffectEvent((path: string) => void navigate(path))

  useStayConnected(profile)
  useEffect(() => refreshLive(client), [client])
  useEffect(() => {
    registerPhotoSender(client)
    void precacheShare().catch(() => undefined)
  }, [client])
  // Changes between loading the page and connecting were not signalled: refetch.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!connected || wasOpen.current) return
    wasOpen.current = true
    void client.invalidateQueries()
  }, [client, connected])
  // Zero before the first connection means that the server has not said it yet.
  useEffect(() => {
    if (wasOpen.current || totalUnread > 0) setUnread('messages', totalUnread)
  }, [connected, totalUnread])
  // Resume live location sharing after a reload.
  useEffect(() => {
    if (connected && wasSharing())
      void import('./message/location/sharing.ts').then(({ resumeSharing }) => resumeSharing())
  }, [connected])
  useEffect(() => {
    requestNotificationPermission()
    return notifyOnDesktop((path) => open(path))
  }, [])
  useEffect(() => notifyDueReminders((path) => open(path)), [])
  useEffect(() => void notifyUnplacedPhotos(profile.id, (path) => open(path)).catch(() => undefined), [profile.id])
  return null
}
