import type { BookingPhoto, PhotoKind } from '@fettle/protocol/bookings/photos'
import { photoKinds, PHOTOS_PER_BOOKING } from '@fettle/protocol/bookings/constants'
import { removeBookingPhoto } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { call } from '../../../lib/http/api.ts'
import { IconButton } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Progress } from '../../../ui/forms/file-drop.tsx'
import { usePendingActions } from '../../../ui/feedback/undo.ts'
import { bookingQuery } from '../api.ts'
import { BookingSection } from '../detail/booking-section.tsx'
import { uploadProgress } from '../offline/offline-actions.ts'
import { useBookingMutations } from '../offline/use-offline-actions.ts'
import { BeforeAfter } from './before-after.tsx'
import { canRecordWork, type WorkProps } from './work-props.ts'
import { deleteWithUndo } from '../../../shared/lists/delete-with-undo.ts'
import { kindFor, kindLabel } from '../../../shared/forms/photo-kinds.ts'
import { PhotoInput } from '../../../shared/forms/photo-input.tsx'
import type { GalleryProps } from '../../../shared/gallery/gallery.tsx'

const Gallery = lazy(() => import('../../../shared/gallery/gallery.tsx'))

/** Photos before, during and after the job, taken with the camera and uploaded when connected. */
export function PhotosSection({ booking, offline }: WorkProps) {
  const pending = usePendingActions()
  const photos = booking.photos.filter(({ id }) => !pending.has(id))
  const open = canRecordWork(booking) || booking.status === 'AWAITING_CONFIRMATION'
  const waiting = useBookingMutations(booking.id).filter(({ kind }) => kind === 'photo')
  // A refused photo waits for the user.
  const uploading = waiting.filter(({ state }) => state === 'waiting').length
  const [shown, setShown] = useState<number>()
  const before = photos.find(({ kind }) => kind === 'BEFORE')
  const after = photos.findLast(({ kind }) => kind === 'AFTER')
  const count = photos.length
  if (count === 0 && !open) return null
  return (
    <BookingSection
      title={<Trans>Photos</Trans>}
      aside={
        count > 0 && (
          <span className="text-sm font-semibold tabular-nums">
            <Trans>
              {count} of {PHOTOS_PER_BOOKING}
            </Trans>
          </span>
        )
      }
    >
      {before && after && <BeforeAfter before={before.url} after={after.url} />}
      {(count > 0 || waiting.length > 0) && (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button
                type="button"
                onClick={() => setShown(index)}
                className="relative block aspect-square w-full overflow-hidden rounded-control bg-surface-sunken"
              >
                <img
                  src={photo.url}
                  alt={photo.caption ?? kindLabel(photo.kind)}
                  loading="lazy"
                  className="size-full object-cover"
                />
                <Tag>{kindLabel(photo.kind)}</Tag>
              </button>
            </li>
          ))}
          {waiting.map((mutation) => (
            <li key={mutation.id}>
              <QueuedPhotos mutation={mutation} />
            </li>
          ))}
        </ul>
      )}
      {uploading > 0 && (
        <p className="text-sm text-text-muted">
          <Plural value={uploading} one="# photo is waiting to upload." other="# photos are waiting to upload." />
        </p>
      )}
      {open && count + waiting.length < PHOTOS_PER_BOOKING && <AddPhoto booking={booking} offline={offline} />}
      {shown !== undefined && (
        <PhotoGallery
          bookingId={booking.id}
          photos={photos}
          at={shown}
          onMove={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </BookingSection>
  )
}

const Tag = ({ children }: { children: React.ReactNode }) => (
  <span className="absolute start-1 bottom-1 rounded-full bg-text px-2 text-xs font-semibold text-surface">
    {children}
  </span>
)

/** Photos that have not been uploaded yet. */
function QueuedPhotos({ mutation }: { mutation: QueuedMutation }) {
  const { file, kind } = mutation.payload as { file: Blob; kind: PhotoKind }
  const src = useMemo(() => URL.createObjectURL(file), [file])
  const [progress, setProgress] = useState(() => uploadProgress.get(mutation.id))
  useEffect(() => () => URL.revokeObjectURL(src), [src])
  useEffect(() => {
    const timer = setInterval(() => setProgress(uploadProgress.get(mutation.id)), 200)
    return () => clearInterval(timer)
  }, [mutation.id])
  return (
    <div className="grid gap-1">
      <div className="relative aspect-square overflow-hidden rounded-control bg-surface-sunken opacity-60">
        <img src={src} alt={t`${kindLabel(kind)}, not sent yet`} className="size-full object-cover" />
        <Tag>{kindLabel(kind)}</Tag>
      </div>
      {progress !== undefined && <Progress value={progress} label={t`Sending`} />}
    </div>
  )
}

function AddPhoto({ booking, offline }: Pick<WorkProps, 'booking' | 'offline'>) {
  const [chosen, setKind] = useState<PhotoKind>()
  // The kind follows the job's progress until the user chooses one.
  const kind = chosen ?? kindFor(booking)
  return (
    <div className="flex flex-wrap items-end gap-2">
      <SelectField
        label={t`Photo type`}
        value={kind}
        onChange={(event) => setKind(event.target.value as PhotoKind)}
        className="min-w-36 flex-1"
      >
        {photoKinds.map((name) => (
          <option key={name} value={name}>
            {kindLabel(name)}
          </option>
        ))}
      </SelectField>
      <PhotoInput multiple onPhoto={(file) => void offline.run('photo', { file, kind })}>
        <Trans>Add a photo</Trans>
      </PhotoInput>
    </div>
  )
}

interface PhotoGalleryProps extends Omit<GalleryProps, 'pictures'> {
  bookingId: string
  photos: readonly BookingPhoto[]
}

/** Photos of the booking in full width, with what is known of the one shown. */
function PhotoGallery({ bookingId, photos, at, onMove, onClose }: PhotoGalleryProps) {
  const client = useQueryClient()
  const photo = photos[at]
  if (!photo) return null
  const remove = () => {
    onClose()
    const params = { id: bookingId, photoId: photo.id }
    void deleteWithUndo({ id: photo.id, name: kindLabel(photo.kind) }, async () => {
      await call(removeBookingPhoto, { params }, { keepalive: true })
      await client.invalidateQueries(bookingQuery(bookingId))
    })
  }
  return (
    <Suspense fallback={null}>
      <Gallery
        pictures={photos.map(({ id, kind, caption, url }) => ({
          id,
          name: kindLabel(kind),
          alt: caption ?? kindLabel(kind),
          url,
        }))}
        at={at}
        onMove={onMove}
        onClose={onClose}
      >
        <footer className="flex min-h-15 items-center gap-3 px-4 py-2">
          <p className="min-w-0 flex-1">
            {photo.caption && (
              <span dir="auto" className="block font-medium">
                {photo.caption}
              </span>
            )}
            <span dir="auto" className="block text-sm text-text-muted">
              {photo.addedBy.name}
            </span>
          </p>
          {photo.allowedActions.includes('delete') && (
            <IconButton label={t`Delete photo`} icon={<Trash2 size={20} />} onClick={remove} />
          )}
        </footer>
      </Gallery>
    </Suspense>
  )
}
