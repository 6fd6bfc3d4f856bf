/** Fields with input that would be lost with the page. */
const dirtyFields = new Set<HTMLInputElement | HTMLTextAreaElement>()

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file', 'search'].includes(target.type))

/** Whether what is being typed has been stored, while the event of a field is handled. */
let isStored = false

/** Called while an input event is handled, by code that stores what was typed: it survives the page. */
export function markStored(): void {
  isStored = true
}

/** Starts tracking fields with input. The returned function stops. */
export function watchTyping(): () => void {
  const begin = () => {
    isStored = false
  }
  const end = ({ target }: Event) => {
    if (!isText(target)) return
    if (isStored && target.type !== 'password') dirtyFields.delete(target)
    else dirtyFields.add(target)
  }
  // The handlers of the form run in between.
  document.addEventListener('input', begin, { capture: true })
  document.addEventListener('input', end)
  return () => {
    document.removeEventListener('input', begin, { capture: true })
    document.removeEventListener('input', end)
    dirtyFields.clear()
  }
}

/** Whether the page has input that nothing has stored. */
export function wouldLoseInput(): boolean {
  for (const field of dirtyFields) if (!field.isConnected) dirtyFields.delete(field)
  return [...dirtyFields].some(({ value }) => value.trim() !== '')
}
