export { listIds as listPhotoIds } from './photos.store.ts'
