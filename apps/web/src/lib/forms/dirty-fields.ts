/** What stands in fields of this page since it was opened, and would be gone with it. */
const dirtyFields = new Set<HTMLInputElement | HTMLTextAreaElement>()

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'file', 'search'].includes(target.type))

/** Remembers which fields somebody writes in. The returned function stops. */
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

/** Drafts are kept in the storage of the tab or of the device: then the text is found there. */
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

/** Whether something was typed here that no draft has. */
export function wouldLoseInput(): boolean {
  for (const field of dirtyFields) if (!field.isConnected) dirtyFields.delete(field)
  return [...dirtyFields].some(({ value }) => value.trim() !== '' && !isInDraft(value))
}
