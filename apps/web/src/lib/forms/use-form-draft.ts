import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from './form-drafts.ts'

/** Form state that survives reloads and refusals. */
export function useDraft<Form extends object>(name: string, empty: Form) {
  const [form, setForm] = useState<Form>(() => ({ ...empty, ...readDraft(name) }))
  const change = (next: Partial<Form>) => {
    const changed = { ...form, ...next }
    setForm(changed)
    writeDraft(name, changed)
  }
  return { form, change, done: () => clearDraft(name) }
}
