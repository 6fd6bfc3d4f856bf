export { keepFile, dropFile, type NewFile } from './uploads.service.ts'
export { toAvatar, type Picture } from './uploads.images.ts'
export { uploadRules } from './uploads.rules.ts'
export type { StoredFile } from './uploads.store.ts'
