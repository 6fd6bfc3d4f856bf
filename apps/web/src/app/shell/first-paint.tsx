import { useLocation } from 'react-router'
import { normalizePath, paths } from '../../routing/paths.ts'
import { BottomBar } from './bottom-bar.tsx'
import { BareFrame, Frame } from './frame.tsx'
import { FirstOfflineBanner } from './notices.tsx'
import { ScreenSkeleton } from './skeletons.tsx'

const nothing = () => undefined

/** Placeholder frame with skeletons, shown from the HTML until the first screen is ready. */
export function FirstPaint() {
  const { pathname } = useLocation()
  if (normalizePath(pathname) === paths.getStarted) {
    return (
      <BareFrame notice={<FirstOfflineBanner />}>
        <ScreenSkeleton />
      </BareFrame>
    )
  }
  return (
    <Frame
      notice={<FirstOfflineBanner />}
      bottom={<BottomBar onMore={nothing} moreIsOpen={false} moreIsHere={false} />}
    >
      <ScreenSkeleton />
    </Frame>
  )
}
