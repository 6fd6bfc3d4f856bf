import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useProfile } from '../../../shared/profile/profile.ts'
import { claimShared, dropShared, type SharedPhoto } from '../../../lib/offline/shared-photos.ts'
import { shrinkImage } from '../../../lib/photos/shrink-image.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { rejectFile } from '../../../ui/forms/file-drop.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useStayConnected } from '../connection/chat.ts'
import { Destinations } from './destinations.tsx'
import { PhotosStrip } from './photos-strip.tsx'
import { UnsentPhotos } from './unsent-photos.tsx'
import { ImagePlus } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

/** Empty state: nothing was shared, or everything has been sent. */
const NothingShared = () => (
  <EmptyState icon={<ImagePlus size={26} />} title={<Trans>No shared photos</Trans>}>
    <Trans>
      Install Fettle on your phone, then share photos to it from your gallery. You choose the customer or job here.
    </Trans>
  </EmptyState>
)

const ACCEPT = 'image/jpeg,image/png,image/webp'
const MAX_BYTES = 10 * 1024 * 1024
/** Larger than any screen, small enough for a slow connection. */
const MAX_SIDE_PX = 2400

/** Loads the shared photos, resized for sending. Unreadable files are reported and dropped. */
async function readShared(user: string): Promise<{ photos: SharedPhoto[]; refused: string[] }> {
  const photos: SharedPhoto[] = []
  const refused: string[] = []
  for (const photo of await claimShared(user)) {
    const file = await shrinkImage(photo.file, { maxSide: MAX_SIDE_PX })
    const reason = rejectFile(file, { accept: ACCEPT, maxBytes: MAX_BYTES })
    if (reason) {
      refused.push(reason)
      await dropShared([photo.id])
    } else photos.push({ ...photo, file })
  }
  return { photos, refused }
}

/**
 * Share target screen: selects a destination for photos from another app. Works offline; photos are sent when
 * connected.
 */
export function SharedPhotos() {
  const profile = useProfile()
  const { id: user } = profile
  const { search, key } = useLocation()
  const [shared, setShared] = useState<Awaited<ReturnType<typeof readShared>>>()
  useStayConnected(profile)
  useEffect(() => {
    let current = true
    readShared(user).then(
      (found) => current && setShared(found),
      () => current && setShared({ photos: [], refused: [] }),
    )
    return () => {
      current = false
    }
  }, [user, key])

  const drop = (ids: readonly string[]) => {
    setShared((before) => before && { ...before, photos: before.photos.filter(({ id }) => !ids.includes(id)) })
    return dropShared(ids)
  }
  const failed = new URLSearchParams(search).has('failed')
  const missed = new URLSearchParams(search).has('missed')
  const photos = shared?.photos
  return (
    <Page title={t`Add photos`} width="narrow">
      {failed && (
        <Banner tone="danger">
          <Trans>We couldn't save the photos on this device. It may be full: free up space and share them again.</Trans>
        </Banner>
      )}
      {missed && (
        <Banner tone="warning">
          <Trans>Fettle wasn't ready for shared photos. It is now: please share them again.</Trans>
        </Banner>
      )}
      {shared?.refused.map((reason) => (
        <Banner key={reason} tone="danger">
          {reason}
        </Banner>
      ))}
      <UnsentPhotos />
      {!photos && <Skeleton className="h-28" />}
      {photos?.length === 0 && <NothingShared />}
      {photos && photos.length > 0 && (
        <>
          <PhotosStrip photos={photos} onRemove={(id) => void drop([id])} />
          <Destinations photos={photos} onPlaced={(ids) => drop(ids)} />
        </>
      )}
    </Page>
  )
}
