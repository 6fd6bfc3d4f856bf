import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMaybeProfile } from '../shared/profile/profile.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'

// Parts that are always present but must not delay the first screen: loaded when the browser is idle.

const Bell = lazy(async () => ({ default: (await import('../features/notifications/bell.tsx')).Bell }))
const Chat = lazy(async () => ({ default: (await import('../features/messages/background.tsx')).Background }))
// One queue for all nouns: offline changes are sent in the order they were made.
const OfflineSync = lazy(async () => {
  const [{ Background }, offers, contracts, support] = await Promise.all([
    import('../features/bookings/offline/background.tsx'),
    import('../features/offers/drafts/offline-feature.ts'),
    import('../features/contracts/offline-feature.ts'),
    import('../features/support/offline-feature.ts'),
  ])
  const others = [offers.offlineFeature, contracts.offlineFeature, support.offlineFeature]
  return { default: () => <Background others={others} /> }
})
const extras = () => import('./shell/extras.tsx')
const Account = lazy(async () => ({ default: (await extras()).AccountMenu }))
const Search = lazy(async () => ({ default: (await extras()).SearchTool }))
const More = lazy(async () => ({ default: (await extras()).MoreSheet }))
const Overlays = lazy(async () => ({ default: (await extras()).Overlays }))

const Suspension = lazy(async () => ({ default: (await import('./shell/suspension.tsx')).SuspensionBanner }))

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

function WhenIdle({ placeholder = null, children }: { placeholder?: ReactNode; children: ReactNode }) {
  if (!useIdle()) return placeholder
  return (
    // When an optional part fails, only that part disappears.
    <ErrorBoundary resetKey="" fallback={() => placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </ErrorBoundary>
  )
}

// Placeholder as wide as the button that replaces it.
const buttonPlaceholder = <span className="size-11" />

/** Notification bell of the top bar. */
export const BellSlot = () => (
  <WhenIdle placeholder={buttonPlaceholder}>
    <Bell />
  </WhenIdle>
)

/** Search of the top bar, also opened by Ctrl+K. */
export const SearchSlot = () => (
  <WhenIdle placeholder={<span className="size-11 md:me-auto" />}>
    <Search />
  </WhenIdle>
)

/** Account menu of the top bar. */
export const AccountSlot = () => (
  <WhenIdle placeholder={buttonPlaceholder}>
    <Account />
  </WhenIdle>
)

/** Chat connection, kept on every page while signed in. */
export const ChatSlot = () => (
  <WhenIdle>
    <Chat />
  </WhenIdle>
)

/** Offline storage and sending of bookings, offers and contracts, after onboarding. */
export const OfflineSyncSlot = () => (
  <WhenIdle>
    <OfflineSync />
  </WhenIdle>
)

/** Suspension banner, shown on every screen of a suspended account. */
export function SuspensionSlot() {
  const suspension = useMaybeProfile()?.suspension
  if (!suspension) return null
  return (
    <Suspense>
      <Suspension suspension={suspension} />
    </Suspense>
  )
}

/** Toasts and live announcements. */
export const OverlaySlot = () => (
  <WhenIdle>
    <Overlays />
  </WhenIdle>
)

/** More sheet, loaded when it is first opened. */
export const MoreSlot = (props: { onClose: () => void }) => (
  <WhenIdle>
    <More {...props} />
  </WhenIdle>
)
