import { useRef } from 'react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'

/** A file that was sent and belongs to what is being written. */
export interface TicketFile {
  id: string
  name: string
}

/**
 * The files of a draft, kept like its words and beside them: one that arrives must not bring back what was written when
 * it was sent.
 */
export function useSentFiles(name: string) {
  const { form, change, done } = useDraft<{ files: readonly TicketFile[] }>(name, { files: [] })
  const latest = useRef(form.files)
  return {
    files: form.files,
    put: (next: (files: readonly TicketFile[]) => TicketFile[]) => {
      latest.current = next(latest.current)
      change({ files: latest.current })
    },
    done: () => {
      latest.current = []
      change({ files: [] })
      done()
    },
  }
}
