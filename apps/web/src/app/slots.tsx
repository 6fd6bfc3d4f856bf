import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useMaybeProfile } from '../shared/profile/profile.ts'
import { ErrorSilencer } from './error-silencer.tsx'
import { loadMessages } from '../routing/loader.ts'

// What is always there but must not delay the first screen: fetched once the browser has nothing better to do.

function lazyFeature(part: string, load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [Part] = await Promise.all([load(), loadMessages(part)])
    return { default: Part }
  })
}

const Bell = lazyFeature('notifications/bell', async () => (await import('../features/notifications/bell.tsx')).Bell)
const Chat = lazyFeature(
  'messages/background',
  async () => (await import('../features/messages/background.tsx')).Background,
)
// One for all: what waits on the device is sent in one line, whatever it is about.
const OfflineSync = lazyFeature('bookings/background', async () => {
  const [{ Background }, offers, contracts, support] = await Promise.all([
    import('../features/bookings/background.tsx'),
    import('../features/offers/offline-feature.ts'),
    import('../features/contracts/offline-feature.ts'),
    import('../features/support/offline-feature.ts'),
  ])
  const others = [offers.offlineFeature, contracts.offlineFeature, support.offlineFeature]
  return () => <Background others={others} />
})
const extras = () => import('./shell/extras.tsx')
const Account = lazy(async () => ({ default: (await extras()).AccountMenu }))
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
    <ErrorSilencer fallback={placeholder}>
      <Suspense fallback={placeholder}>{children}</Suspense>
    </ErrorSilencer>
  )
}

// A place as wide as the button that will stand there.
const buttonPlaceholder = <span className="size-11" />

/** The bell of the top bar. */
export const BellSlot = () => (
  <WhenIdle placeholder={buttonPlaceholder}>
    <Bell />
  </WhenIdle>
)

/** Who is signed in, and what they may do about it. */
export const AccountSlot = () => (
  <WhenIdle placeholder={buttonPlaceholder}>
    <Account />
  </WhenIdle>
)

/** The chat's connection, on every page of somebody who is signed in. */
export const ChatSlot = () => (
  <WhenIdle>
    <Chat />
  </WhenIdle>
)

/** What the device keeps and sends of its bookings, offers and contracts: for those who have finished onboarding. */
export const OfflineSyncSlot = () => (
  <WhenIdle>
    <OfflineSync />
  </WhenIdle>
)

/** On every screen of an account that is suspended. */
export function SuspensionSlot() {
  const suspension = useMaybeProfile()?.suspension
  if (!suspension) return null
  return (
    <Suspense>
      <Suspension suspension={suspension} />
    </Suspense>
  )
}

/** Toasts, and what is only read aloud. */
export const OverlaySlot = () => (
  <WhenIdle>
    <Overlays />
  </WhenIdle>
)

/** What does not fit at the bottom edge, once it is asked for. */
export const MoreSlot = (props: { open: boolean; onClose: () => void }) => (
  <WhenIdle>
    <More {...props} />
  </WhenIdle>
)
