import { editContract } from '@fettle/protocol/contracts/calls'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/http/api.ts'
import { hasCode, isApiError } from '../../../lib/http/api-error.ts'
import { clearDraft, readDraft, writeDraft } from '../../../lib/forms/form-drafts.ts'
import {
  useDocumentAutosave,
  type DocumentAutosave,
  type SaveResult,
} from '../../../shared/documents/use-document-autosave.ts'
import { cacheContract } from '../api.ts'
import { contentOf, isSame, withIds, formOf, type ContractForm } from './contract-form.ts'

const AUTOSAVE_DELAY_MS = 2_000

export type ContractAutosave = DocumentAutosave<ContractDetails>

const nameOf = (id: string): string => `contract:${id}`

/** Unsaved changes of this tab, with the version they were made from. */
interface TabDraft {
  version: number
  written: ContractForm
}

const tabDraftOf = (id: string) => readDraft(nameOf(id)) as TabDraft | undefined

/** Initial form: unsaved changes of this tab, else the server's state. */
export const initialForm = (contract: ContractDetails): ContractForm =>
  tabDraftOf(contract.id)?.written ?? formOf(contract.content)

/** The contract as the server has it, when somebody else saved meanwhile. */
const conflictFromError = (error: unknown): ContractDetails | undefined =>
  isApiError(error) && hasCode(error, 'VERSION_CONFLICT')
    ? (error.details['current'] as ContractDetails | undefined)
    : undefined

/** The form with the ids that the server gave the milestones of `sent`. */
function withNewIds(form: ContractForm, sent: ContractForm, now: ContractDetails): ContractForm {
  if (sent.milestones.every((row) => row.id !== undefined)) return form
  const ids = new Map<string, string>()
  for (const [index, { key }] of sent.milestones.entries()) {
    const savedId = now.content.milestones[index]?.id
    if (savedId) ids.set(key, savedId)
  }
  return withIds(form, ids)
}

/** Saves a draft while it is edited. `change` changes the form, `replace` remounts it. */
export function useContractAutosave(
  contract: ContractDetails,
  form: ContractForm,
  { change, replace }: { change: (form: ContractForm) => void; replace: (form: ContractForm) => void },
): ContractAutosave {
  const { id } = contract
  const client = useQueryClient()
  const tabDraft = tabDraftOf(id)

  function accept(sent: ContractForm, now: ContractDetails): SaveResult<ContractForm> {
    clearDraft(nameOf(id))
    cacheContract(client, now)
    return { at: 'server', version: now.version, merge: (current) => withNewIds(current, sent, now) }
  }

  return useDocumentAutosave<ContractForm, ContractDetails>({
    content: form,
    start: { version: tabDraft?.version ?? contract.version, unsavedIn: tabDraft && 'tab' },
    delayMs: AUTOSAVE_DELAY_MS,
    async save(sent, version) {
      const content = contentOf(sent)
      try {
        return accept(sent, await call(editContract, { params: { id }, body: { version, content } }))
      } catch (error) {
        const current = conflictFromError(error)
        // Our own save: it was stored, but the response was lost.
        if (current && isSame(current.content, content)) return accept(sent, current)
        // Refused changes are kept too: the page may be left now, for example to log in again.
        writeDraft(nameOf(id), { version, written: sent })
        if (!isApiError(error) || error.status !== 0) throw error
        return { at: 'tab' }
      }
    },
    server: {
      version: contract.version,
      isSame: (mine) => isSame(contract.content, contentOf(mine)),
      content: () => formOf(contract.content),
    },
    conflictOf: conflictFromError,
    contentOf: (theirs) => formOf(theirs.content),
    // Milestones deleted elsewhere become new ones.
    rebase: (mine, theirs) => formOf(contentOf(mine, new Set(theirs?.content.milestones.map((each) => each.id)))),
    chosen(choice, theirs) {
      if (choice === 'mine' || !theirs) return
      clearDraft(nameOf(id))
      cacheContract(client, theirs)
    },
    change,
    replace,
  })
}
