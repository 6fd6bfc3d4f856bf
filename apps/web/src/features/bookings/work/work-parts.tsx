import { ChecklistPart } from './checklist-part.tsx'
import { NotesPart } from './notes-part.tsx'
import type { WorkProps } from './open.ts'
import { PhotosPart } from './photos-part.tsx'
import { TimePart } from './time-part.tsx'

export { ExtraWork } from './extra-work.tsx'
export { PhotosPart } from './photos-part.tsx'
export { SyncReview } from './review.tsx'

/** What gathers on a job while it is done. */
export function WorkParts({ onAsk, ...given }: WorkProps & { onAsk: () => void }) {
  return (
    <div className="grid items-start gap-4">
      <ChecklistPart {...given} onAsk={onAsk} />
      <PhotosPart {...given} />
      <div className="grid items-start gap-4 @xl:grid-cols-2">
        <TimePart {...given} />
        <NotesPart {...given} />
      </div>
    </div>
  )
}
