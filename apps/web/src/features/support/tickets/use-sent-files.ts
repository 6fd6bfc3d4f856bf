import { useRef } from 'react'
import { useDraft } from '../../../lib/forms/use-form-draft.ts'

/** An uploaded file of a draft. */
export interface TicketFile {
  id: string
  name: string
}

/** Files of a draft, stored apart from its text, so that a finished upload does not restore older text. */
export function useSentFiles(name: string) {
  const { form, change, clearDraft } = useDraft<{ files: readonly TicketFile[] }>(name, { files: [] })
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
      clearDraft()
    },
  }
}
