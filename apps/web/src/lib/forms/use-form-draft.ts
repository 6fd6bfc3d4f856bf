import { useRef, useState } from 'react'
import { clearDraft, readDraft, writeDraft } from './form-drafts.ts'

/**
 * Form state that survives reloads and refusals. Only changed fields are stored: the others start with the initial
 * values again, which may differ by then.
 */
export function useDraft<Form extends object>(name: string, initial: Form) {
  const [start] = useState(initial)
  const [changed, setChanged] = useState(() => (readDraft(name) ?? {}) as Partial<Form>)
  // Several changes may come before the next render.
  const latest = useRef(changed)
  const change = (next: Partial<Form> | ((form: Form) => Partial<Form>)) => {
    const fields = typeof next === 'function' ? next({ ...start, ...latest.current }) : next
    latest.current = { ...latest.current, ...fields }
    setChanged(latest.current)
    const entries = Object.entries(latest.current) as [keyof Form, unknown][]
    const isUnchanged = entries.every(([field, value]) => value === start[field])
    writeDraft(name, latest.current, isUnchanged)
  }
  return { form: { ...start, ...changed }, change, clearDraft: () => clearDraft(name) }
}
