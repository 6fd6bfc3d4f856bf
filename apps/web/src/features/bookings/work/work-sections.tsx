import { ChecklistSection } from './checklist-section.tsx'
import { NotesSection } from './notes-section.tsx'
import type { WorkProps } from './open.ts'
import { PhotosSection } from './photos-section.tsx'
import { WorkLogSection } from './work-log-section.tsx'

/** Sections for the work on a booking. */
export function WorkSections({ onAsk, ...given }: WorkProps & { onAsk: () => void }) {
  return (
    <div className="grid items-start gap-4">
      <ChecklistSection {...given} onAsk={onAsk} />
      <PhotosSection {...given} />
      <div className="grid items-start gap-4 @xl:grid-cols-2">
        <WorkLogSection {...given} />
        <NotesSection {...given} />
      </div>
    </div>
  )
}
