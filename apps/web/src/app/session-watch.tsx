import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '../shared/profile/profile.ts'
import { onTokenChange } from '../lib/browser/storage.ts'

/** Notices when the session ends elsewhere: on the server, or in another tab. The guard decides what follows. */
export function SessionWatch({ onEnd }: { onEnd: () => void }) {
  const gone = useQuery(profileQuery).data === null

  useEffect(() => {
    if (gone) onEnd()
  }, [gone, onEnd])

  useEffect(
    () =>
      onTokenChange((token) => {
        // Somebody signed in in another tab: nothing on this screen may be theirs.
        if (token) location.reload()
        else onEnd()
      }),
    [onEnd],
  )
  return null
}
