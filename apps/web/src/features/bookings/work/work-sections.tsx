import { NotesSection } from './notes-section.tsx'
import type { WorkProps } from './work-props.ts'
import { PhotosSection } from './photos-section.tsx'
import { WorkLogSection } from './work-log-section.tsx'

/** Photos, times and notes of the work on a booking. */
export const WorkSections = (props: WorkProps) => (
  <div className="grid items-start gap-4">
    <PhotosSection {...props} />
    <div className="grid items-start gap-4 @xl:grid-cols-2">
      <WorkLogSection {...props} />
      <NotesSection {...props} />
    </div>
  </div>
)
