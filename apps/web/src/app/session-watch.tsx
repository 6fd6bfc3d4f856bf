import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '../shared/profile/profile.ts'
import { onTokenChange } from '../lib/browser/storage.ts'
import { runLogoutHandlers } from '../lib/http/session.ts'

/** Detects that the session ended elsewhere, on the server or in another tab. The guard decides where to go. */
export function SessionWatch({ onEnd }: { onEnd: () => void }) {
  const hasEnded = useQuery(profileQuery).data === null

  useEffect(() => {
    if (hasEnded) onEnd()
  }, [hasEnded, onEnd])

  useEffect(
    () =>
      onTokenChange((token) => {
        // Somebody signed in in another tab: discard everything shown for the previous account.
        if (token) location.reload()
        // The handlers end what this tab still does, such as sharing a location.
        else runLogoutHandlers(onEnd)
      }),
    [onEnd],
  )
  return null
}
