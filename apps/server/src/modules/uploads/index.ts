import { createUpload as createUploadOperation } from '@fettle/protocol/common/uploads'
import type { Routers } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { MAX_UPLOAD_BYTES } from '../../platform/uploads/upload.rules.ts'
import { createUpload, handlePurges, purgeUnattached } from './uploads.service.ts'

export { receiveFile } from '../../platform/uploads/receive-file.ts'
export {
  addressOf,
  attachFiles,
  createUpload,
  deleteFile,
  copyFile,
  purgeBytes,
  storeFile,
  listFileKeys,
  listFiles,
  readPrintablePictures,
} from './uploads.service.ts'
export { detachFiles, listOwned } from './uploads.store.ts'

const PURGE_INTERVAL_MS = 3_600_000

/** Registers uploads and their purge. */
export function registerUploads(deps: Deps, { provider }: Pick<Routers, 'provider'>): void {
  provider.serveUpload(
    createUploadOperation,
    ({ actor, body, file }) => createUpload(deps, actor.id, body.purpose, file),
    { maxFileBytes: MAX_UPLOAD_BYTES },
  )
  handlePurges(deps)
  deps.jobs.repeat('uploads.purge-unattached', PURGE_INTERVAL_MS, () => purgeUnattached(deps))
}
