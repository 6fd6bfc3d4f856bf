import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { makeThumbnail } from '../../../platform/uploads/thumbnail.ts'
import { listOf, listWithoutThumbnail, saveThumbnail } from './photos.store.ts'

const THUMBNAIL_JOB = 'bookings.make-thumbnail'
const MISSING_THUMBNAILS_JOB = 'bookings.make-missing-thumbnails'
const MISSING_INTERVAL_MS = 600_000
/** Photos per run: some seconds of one core. A hundred thousand photos take four days. */
const MISSING_BATCH = 200
/** Age from which a photo without a thumbnail is retried. A younger one still has its own job. */
const MISSING_AFTER_MS = 3_600_000
/** Lists show it at half this size, on screens with two pixels per point. */
const SIDE_PX = 96

interface ThumbnailJob {
  id: string
  bookingId: string
}

type ThumbnailDeps = Pick<Deps, 'db' | 'files'>

/** Enqueues making the thumbnail of a new photo, which lists show. */
export const enqueueThumbnail = (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Tx,
  { id, bookingId }: ThumbnailJob,
): Promise<void> => jobs.add(tx, THUMBNAIL_JOB, { id, bookingId })

/** Registers the jobs that make thumbnails. A photo that was deleted meanwhile, or cannot be read, gets none. */
export function handleThumbnails(deps: Pick<Deps, 'db' | 'files' | 'jobs' | 'clock'>): void {
  const { db, jobs, clock } = deps
  jobs.handle<ThumbnailJob>(THUMBNAIL_JOB, async ({ id, bookingId }) => {
    const photo = (await listOf(db, bookingId)).find((each) => each.id === id)
    if (photo) await addThumbnail(deps, photo)
  })
  jobs.repeat(MISSING_THUMBNAILS_JOB, MISSING_INTERVAL_MS, () =>
    makeMissingThumbnails(deps, { before: new Date(clock.now().getTime() - MISSING_AFTER_MS), limit: MISSING_BATCH }),
  )
}

/** Makes thumbnails of older photos, newest first. Each is tried once. */
export async function makeMissingThumbnails(
  deps: ThumbnailDeps,
  batch: { before: Date; limit: number },
): Promise<void> {
  for (const photo of await listWithoutThumbnail(deps.db, batch)) await addThumbnail(deps, photo)
}

async function addThumbnail({ db, files }: ThumbnailDeps, { id, key }: { id: string; key: string }): Promise<void> {
  const bytes = await files.get(key)
  const small = bytes && (await makeThumbnail(bytes, SIDE_PX))
  await saveThumbnail(db, id, small ? `data:image/webp;base64,${small.bytes.toString('base64')}` : null)
}
