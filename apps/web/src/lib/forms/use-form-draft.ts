import { useState } from 'react'
import { clearDraft, readDraft, writeDraft } from './form-drafts.ts'

/** A form whose words outlive a reload and a refusal. */
export function useDraft<Form extends object>(name: string, empty: Form) {
  const [form, setForm] = useState<Form>(() => ({ ...empty, ...readDraft(name) }))
  const change = (next: Partial<Form>) => {
    const changed = { ...form, ...next }
    setForm(changed)
    writeDraft(name, changed)
  }
  return { form, change, done: () => clearDraft(name) }
}
