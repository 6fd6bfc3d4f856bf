import { useNavigate } from 'react-router'
import { deleteWithUndo } from './delete-with-undo.ts'

/** Deletes a draft that was never sent, with a chance to undo it, and goes back to the list of drafts. */
export function useDeleteDraft(list: string): (draft: { id: string; name: string }, send: () => Promise<void>) => void {
  const navigate = useNavigate()
  return (draft, send) => {
    void deleteWithUndo(draft, send)
    void navigate(`${list}?tab=drafts`, { replace: true })
  }
}
