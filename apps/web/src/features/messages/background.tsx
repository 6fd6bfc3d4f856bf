import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useProfile } from '../../shared/profile/profile.ts'
import { setUnread } from '../../lib/browser/unread.ts'
import { useChat, useStayConnected } from './chat.ts'
import { requestNotificationPermission, notifyOnDesktop } from './desktop-notifications.ts'
import { refreshLive } from './live-refresh.ts'
import { wasSharing } from './message/location/was-sharing.ts'
import { notifyDueReminders } from './saved/notify-due-reminders.ts'
import { precacheShare } from './share/fetch-share.ts'
import { registerPhotoSender } from './share/send-later.ts'
import { notifyUnplacedPhotos } from './share/notify-unplaced-photos.ts'

/**
 * What the chat does while another screen is shown: keeps its line open, counts what is unread, shows messages on the
 * desktop and tells open screens that something of theirs has changed.
 */
export function Background() {
  const profile = useProfile()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { totalUnread, connected } = useChat()
  const go = useRef(navigate)

  useStayConnected(profile)
  useEffect(() => {
    go.current = navigate
  })
  useEffect(() => refreshLive(client), [client])
  useEffect(() => {
    registerPhotoSender(client)
    void precacheShare().catch(() => undefined)
  }, [client])
  // What changed after the page was read and before the line was open nobody has told us.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (!connected || wasOpen.current) return
    wasOpen.current = true
    void client.invalidateQueries()
  }, [client, connected])
  useEffect(() => setUnread('messages', totalUnread), [totalUnread])
  // A place that is shared live goes on being told, whichever page was loaded anew.
  useEffect(() => {
    if (connected && wasSharing())
      void import('./message/location/sharing.ts').then(({ resumeSharing }) => resumeSharing())
  }, [connected])
  useEffect(() => {
    requestNotificationPermission()
    return notifyOnDesktop((path) => void go.current(path))
  }, [])
  useEffect(() => notifyDueReminders((path) => void go.current(path)), [])
  useEffect(
    () => void notifyUnplacedPhotos(profile.id, (path) => void go.current(path)).catch(() => undefined),
    [profile.id],
  )
  return null
}
