import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react'
import { ErrorSilencer } from './error-silencer.tsx'

// What is always there but must not delay the first screen: fetched once the browser has nothing better to do.
const Bell = lazy(() => import('../features/notifications/bell.tsx').then(({ Bell }) => ({ default: Bell })))
const ChatBackground = lazy(() =>
  import('../features/messages/background.tsx').then(({ Background }) => ({ default: Background })),
)

function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 300)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: 2_000 })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}

function WhenIdle({ Part, placeholder = null }: { Part: ComponentType; placeholder?: React.ReactNode }) {
  if (!useIdle()) return placeholder
  return (
    <ErrorSilencer fallback={placeholder}>
      <Suspense fallback={placeholder}>
        <Part />
      </Suspense>
    </ErrorSilencer>
  )
}

/** The bell of the top bar; its place is kept while it is on its way. */
export const BellSlot = () => <WhenIdle Part={Bell} placeholder={<span className="size-11" />} />

/** The chat's open line: unread counts and desktop notifications, whatever screen is shown. */
export const BackgroundSlot = () => <WhenIdle Part={ChatBackground} />
