import { Outlet, useLocation } from 'react-router'
import { navItems } from '../navigation.tsx'
import { useInitialImmersive } from '../../lib/browser/immersive.ts'
import { paths } from '../../routing/paths.ts'
import { useOpenUntilBack } from '../../ui/overlays/use-open-until-back.ts'
import { AccountSlot, BellSlot, ChatSlot, OfflineSyncSlot, MoreSlot, SearchSlot, SuspensionSlot } from '../slots.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { BareFrame, Frame } from './frame.tsx'
import { OfflineBanner } from './notices.tsx'
import { useMain } from './use-main.ts'

const behindMore = [paths.profile, ...navItems.filter(({ main }) => !main).map(({ to }) => to)]

/** The app frame with its slots, around the current screen. */
export function Shell() {
  const main = useMain()
  const { pathname } = useLocation()
  const [isMoreOpen, setMoreOpen] = useOpenUntilBack()
  useInitialImmersive(pathname === paths.messages)
  return (
    <>
      <Frame
        mainRef={main}
        notice={
          <>
            <SuspensionSlot />
            <OfflineBanner />
          </>
        }
        tools={
          <>
            <SearchSlot />
            <BellSlot />
            <AccountSlot />
          </>
        }
        bottom={
          <BottomBar
            onMore={() => setMoreOpen(true)}
            moreIsOpen={isMoreOpen}
            moreIsHere={behindMore.some((path) => pathname === path || pathname.startsWith(`${path}/`))}
          />
        }
      >
        <Outlet />
      </Frame>
      {isMoreOpen && <MoreSlot onClose={() => setMoreOpen(false)} />}
      <ChatSlot />
      <OfflineSyncSlot />
    </>
  )
}

/** The app frame without navigation, for onboarding. */
export function BareShell() {
  const main = useMain()
  return (
    <>
      <BareFrame
        mainRef={main}
        notice={<OfflineBanner />}
        tools={
          <>
            <BellSlot />
            <AccountSlot />
          </>
        }
      >
        <Outlet />
      </BareFrame>
      <ChatSlot />
    </>
  )
}
