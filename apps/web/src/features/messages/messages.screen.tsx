import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { fetchConversation } from './conversation/fetch-conversation.ts'
import { fetchShare } from './share/fetch-share.ts'

// The conversations bring the chat's line with them: fetched at once, but the frame need not wait for it.
const loadLayout = import('./messages-layout.tsx')
// An address that names a conversation needs both at once.
if (new URLSearchParams(location.search).has('channel')) void fetchConversation().catch(() => undefined)
// What is read in it is in the reader's language from the first look on.
const Layout = lazy(async () => {
  const [{ MessagesLayout: MessagesDesk }] = await Promise.all([loadLayout, loadChatTexts()])
  return { default: MessagesDesk }
})
const Shared = lazy(async () => {
  const [{ SharedPhotos }] = await Promise.all([fetchShare(), loadChatTexts()])
  return { default: SharedPhotos }
})

async function loadChatTexts(): Promise<void> {
  const { loadChatTranslations: learnChatWords } = await loadLayout
  await learnChatWords()
}

/** The conversations, or the question where photos of another app go: into one of them, or to a job. */
export function Component() {
  const [search] = useSearchParams()
  return <Suspense fallback={<Waiting />}>{search.has('share') ? <Shared /> : <Layout />}</Suspense>
}

/** In the shape of what comes: a list of conversations. */
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
