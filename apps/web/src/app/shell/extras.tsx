import { useEffect } from 'react'
import { warmFont } from '../../lib/warm.ts'
import { LiveRegion } from '../../ui/live-region.tsx'
import { Toaster } from '../../ui/toaster.tsx'

// One file for what the frame needs a moment later, so that the first screen need not wait for it.

export { AccountMenu } from './account-menu.tsx'
export { MoreSheet } from './more-sheet.tsx'

export function Overlays() {
  useEffect(warmFont, [])
  return (
    <>
      <Toaster />
      <LiveRegion />
    </>
  )
}
