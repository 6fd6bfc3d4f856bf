import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { profileQuery } from '../lib/profile.ts'
import { onTokenChange } from '../lib/storage.ts'

/** Notices when the session ends elsewhere: on the server, or in another tab. The guard decides what follows. */
export function SessionWatch() {
  const { revalidate } = useRevalidator()
  const gone = useQuery(profileQuery).data === null

  useEffect(() => {
    if (gone) void revalidate()
  }, [gone, revalidate])

  useEffect(
    () =>
      onTokenChange((token) => {
        // Somebody signed in in another tab: nothing on this screen may be theirs.
        if (token) location.reload()
        else void revalidate()
      }),
    [revalidate],
  )
  return null
}
