export { listIds as listPhotoIds, listPrintable } from './photos.store.ts'
