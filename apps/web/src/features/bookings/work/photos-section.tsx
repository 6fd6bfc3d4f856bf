import type { BookingPhoto, PhotoKind } from '@fettle/protocol/bookings/photos'
import { photoKinds, PHOTOS_PER_BOOKING } from '@fettle/protocol/bookings/constants'
import { removeBookingPhoto } from '@fettle/protocol/bookings/calls'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { QueuedMutation } from '../../../lib/offline/mutation-queue.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { FieldError, SelectField } from '../../../ui/forms/field.tsx'
import { Progress } from '../../../ui/forms/file-drop.tsx'
import { BookingSection } from '../detail/booking-section.tsx'
import { uploadProgress } from '../offline/offline-actions.ts'
import { useBookingAction } from '../detail/use-booking-action.ts'
import { useBookingMutations } from '../offline/use-offline-actions.ts'
import { BeforeAfter } from './before-after.tsx'
import { isOpen, type WorkProps } from './open.ts'
import { kindFor, kindLabel } from '../../../shared/forms/photo-kinds.ts'
import { PhotoInput } from '../../../shared/forms/photo-input.tsx'

/** Photos before, during and after the job, taken with the camera and uploaded when connected. */
export function PhotosSection({ booking, field }: WorkProps) {
  const { photos } = booking
  const open = isOpen(booking) || booking.status === 'AWAITING_CONFIRMATION'
  const waiting = useBookingMutations(booking.id).filter(({ kind }) => kind === 'photo')
  const [shown, setShown] = useState<BookingPhoto>()
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
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                onClick={() => setShown(photo)}
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
      {waiting.length > 0 && (
        <p className="text-sm text-text-muted">
          <Plural value={waiting.length} one="# photo is waiting to upload." other="# photos are waiting to upload." />
        </p>
      )}
      {open && count + waiting.length < PHOTOS_PER_BOOKING && <AddPhoto booking={booking} field={field} />}
      {shown && <PhotoTile photo={shown} booking={booking} onClose={() => setShown(undefined)} />}
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

function AddPhoto({ booking, field }: Pick<WorkProps, 'booking' | 'field'>) {
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
      <PhotoInput multiple onPhoto={(file) => void field.run('photo', { file, kind })}>
        <Trans>Add a photo</Trans>
      </PhotoInput>
    </div>
  )
}

function PhotoTile({
  photo,
  booking,
  onClose,
}: {
  photo: BookingPhoto
  booking: WorkProps['booking']
  onClose: () => void
}) {
  const act = useBookingAction(booking)
  const remove = async () => {
    if (await act.run(removeBookingPhoto, { params: { photoId: photo.id } })) onClose()
  }
  return (
    <Dialog open onClose={onClose} title={kindLabel(photo.kind)} {...(photo.caption && { description: photo.caption })}>
      <div className="grid gap-3">
        <img
          src={photo.url}
          alt={photo.caption ?? kindLabel(photo.kind)}
          {...(photo.width && photo.height && { width: photo.width, height: photo.height })}
          className="h-auto w-full rounded-control bg-surface-sunken"
        />
        <div className="flex items-center justify-between gap-3">
          <p dir="auto" className="text-sm text-text-muted">
            {photo.addedBy.name}
          </p>
          {photo.allowedActions.includes('delete') && (
            <IconButton
              label={t`Delete photo`}
              icon={<Trash2 size={20} />}
              disabled={act.busy}
              onClick={() => void remove()}
            />
          )}
        </div>
        {act.error && <FieldError>{errorText(act.error, t`That didn't work. Try again.`)}</FieldError>}
      </div>
    </Dialog>
  )
}
