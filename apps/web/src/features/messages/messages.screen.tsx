import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { profileQuery } from '../../shared/profile/profile.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { fetchConversation } from './conversation/fetch-conversation.ts'
import { fetchShare } from './share/fetch-share.ts'

// The layout includes the chat connection: loading starts at once, but the frame does not wait for it.
const loadLayout = import('./messages-layout.tsx')
// An address with a conversation needs both at once.
if (new URLSearchParams(location.search).has('channel')) void fetchConversation().catch(() => undefined)
const Layout = lazy(async () => ({ default: (await loadLayout).MessagesLayout }))
const Shared = lazy(async () => ({ default: (await fetchShare()).SharedPhotos }))

/** Starts connecting, so that the connection is made while the first view is drawn. Does not wait for it. */
export async function loadData(client: QueryClient): Promise<void> {
  const profile = client.getQueryData(profileQuery.queryKey)
  if (!profile) return
  void import('./connection/chat.ts').then(({ keepConnected }) => keepConnected(profile)).catch(() => undefined)
}

/** Messages screen, or the destination selector for photos shared from another app. */
export function Component() {
  const [search] = useSearchParams()
  return <Suspense fallback={<Waiting />}>{search.has('share') ? <Shared /> : <Layout />}</Suspense>
}

/** Placeholder of the conversation list. */
function Waiting() {
  return (
    <div aria-hidden="true" className="grid gap-3 px-5 py-6 md:w-88 xl:w-96">
      <Skeleton className="h-8 w-32" />
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-16 w-full" />
      ))}
    </div>
  )
}
