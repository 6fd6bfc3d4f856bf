// Overlays of the editor, loaded later as one file.

export { ConflictView } from './conflict-view.tsx'
export { PreviewDialog } from './preview-dialog.tsx'
export { SendDialog } from './send-dialog.tsx'
export { TemplatesDialog } from './templates-dialog.tsx'
