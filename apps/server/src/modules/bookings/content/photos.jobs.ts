import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { makeThumbnail } from '../../../platform/uploads/thumbnail.ts'
import { listOf, saveThumbnail } from './photos.store.ts'

const THUMBNAIL_JOB = 'bookings.make-thumbnail'
/** Lists show it at half this size, on screens with two pixels per point. */
const SIDE_PX = 96

interface ThumbnailJob {
  id: string
  bookingId: string
}

/** Has the small picture of a new photo made, for lists. */
export const addThumbnailJob = ({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, { id, bookingId }: ThumbnailJob): Promise<void> =>
  jobs.add(tx, THUMBNAIL_JOB, { id, bookingId })

/** Handles the job. A photo deleted meanwhile, or one that cannot be read, has none. */
export function handleThumbnails({ db, files, jobs }: Pick<Deps, 'db' | 'files' | 'jobs'>): void {
  jobs.handle<ThumbnailJob>(THUMBNAIL_JOB, async ({ id, bookingId }) => {
    const photo = (await listOf(db, bookingId)).find((each) => each.id === id)
    const bytes = photo && (await files.get(photo.key))
    const small = bytes && (await makeThumbnail(bytes, SIDE_PX))
    if (small) await saveThumbnail(db, id, `data:image/webp;base64,${small.bytes.toString('base64')}`)
  })
}
