/** Fields with input that would be lost with the page. */
const dirtyFields = new Set<HTMLInputElement | HTMLTextAreaElement>()

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file', 'search'].includes(target.type))

/** Starts tracking fields with input. The returned function stops. */
export function watchTyping(): () => void {
  const note = ({ target }: Event) => {
    if (isText(target)) dirtyFields.add(target)
  }
  document.addEventListener('input', note)
  return () => {
    document.removeEventListener('input', note)
    dirtyFields.clear()
  }
}

/** Whether the text is part of a stored draft. */
function isInDraft(text: string): boolean {
  const written = JSON.stringify(text).slice(1, -1)
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((key) => storage.getItem(key)?.includes(written)),
    )
  } catch {
    return false
  }
}

/** Whether the page has input that no draft contains. */
export function wouldLoseInput(): boolean {
  for (const field of dirtyFields) if (!field.isConnected) dirtyFields.delete(field)
  return [...dirtyFields].some(({ value }) => value.trim() !== '' && !isInDraft(value))
}
