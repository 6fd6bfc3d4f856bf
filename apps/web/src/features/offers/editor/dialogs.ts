// What opens over the sheet, or only when something is amiss: one file, a moment later.

export { ConflictView } from './conflict-view.tsx'
export { PreviewDialog } from './preview-dialog.tsx'
export { SendDialog } from './send-dialog.tsx'
export { TemplatesDialog } from './templates-dialog.tsx'
