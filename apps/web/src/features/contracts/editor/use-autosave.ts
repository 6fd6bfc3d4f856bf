import { editContract } from '@fettle/protocol/contracts/calls'
import type { ContractDetails } from '@fettle/protocol/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { hasCode, isApiError } from '../../../lib/http/api-error.ts'
import { clearDraft, readDraft, writeDraft } from '../../../lib/forms/form-drafts.ts'
import type { AutosaveState } from '../../../shared/documents/autosave-status-note.tsx'
import { showContract } from '../api.ts'
import { contentOf, isSame, withIds, formOf, type ContractForm } from './contract-form.ts'

const AUTOSAVE_DELAY_MS = 2_000

interface AutosaveStatus {
  state: AutosaveState
  offline?: boolean | undefined
  error?: unknown
  conflict?: ContractDetails
}

export interface ContractAutosave {
  state: AutosaveState
  /** The server could not be reached: changes are stored in this tab until they can be saved. */
  offline: boolean
  error: unknown
  /** Set when somebody else saved meanwhile: the contract as the server has it. */
  conflict: ContractDetails | undefined
  /** Saves now and returns whether the server has the changes. */
  save: () => Promise<boolean>
  /** Continues with one of the two versions. */
  resolve: (choice: 'mine' | 'theirs') => Promise<void>
}

const nameOf = (id: string): string => `contract:${id}`

interface TabDraft {
  version: number
  written: ContractForm
}

/** Initial form: unsaved changes of this tab, else the server's state. */
export const initialForm = (contract: ContractDetails): ContractForm =>
  (readDraft(nameOf(contract.id)) as TabDraft | undefined)?.written ?? formOf(contract.content)

/**
 * Saves a draft while it is edited: shortly after each change, when the page is left, and after reconnecting. `put`
 * changes the form, `replace` remounts it.
 */
export function useAutosave(
  contract: ContractDetails,
  written: ContractForm,
  { put, replace }: { put: (written: ContractForm) => void; replace: (written: ContractForm) => void },
): ContractAutosave {
  const { id } = contract
  const client = useQueryClient()
  const waiting = readDraft(nameOf(id)) as TabDraft | undefined
  const [shown, setState] = useState<AutosaveStatus>(() =>
    waiting ? { state: 'device', offline: true } : { state: 'saved' },
  )
  const latest = useRef(written)
  // The form the server has, compared by identity: each change creates a new one.
  const kept = useRef<ContractForm | undefined>(waiting ? undefined : written)
  // The form stored on this device.
  const here = useRef(waiting ? written : undefined)
  const version = useRef(waiting?.version ?? contract.version)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean>>(undefined)

  /** Records that the server has `given`, and adds the new milestone ids to the current form. */
  const accept = useCallback(
    (given: ContractForm, now: ContractDetails) => {
      version.current = now.version
      clearDraft(nameOf(id))
      const ids = new Map<string, string>()
      for (const [index, { key }] of given.milestones.entries()) {
        const own = now.content.milestones[index]?.id
        if (own) ids.set(key, own)
      }
      const isLatest = latest.current === given
      kept.current = given
      if (given.milestones.some((row) => row.id === undefined)) {
        const next = withIds(latest.current, ids)
        latest.current = next
        if (isLatest) kept.current = next
        put(next)
      }
      setState({ state: isLatest ? 'saved' : 'changed' })
      showContract(client, now)
    },
    [client, id, put],
  )

  const keepOnce = useCallback(async (): Promise<boolean> => {
    const given = latest.current
    if (given === kept.current) return true
    setState(({ offline }) => ({ state: 'saving', offline }))
    try {
      const body = { version: version.current, content: contentOf(given) }
      accept(given, await call(editContract, { params: { id }, body }))
      return true
    } catch (error) {
      const current = isApiError(error) && (error.details['current'] as ContractDetails | undefined)
      if (hasCode(error, 'VERSION_CONFLICT') && current) {
        // Our own save: it was stored, but the response was lost.
        if (isSame(current.content, contentOf(given))) {
          accept(given, current)
          return true
        }
        setState({ state: 'refused', conflict: current })
      } else if (isApiError(error) && error.status === 0) {
        writeDraft(nameOf(id), { version: version.current, written: given })
        here.current = given
        setState({ state: latest.current === given ? 'device' : 'changed', offline: true })
      } else setState({ state: 'refused', error })
      return false
    }
  }, [id, accept])

  const keep = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current)
    timer.current = undefined
    const next = (running.current ?? Promise.resolve(true)).then(keepOnce)
    running.current = next
    return next
  }, [keepOnce])

  const blocked = shown.conflict !== undefined
  useEffect(() => {
    latest.current = written
    if (written === kept.current || blocked) return
    const isKept = written === here.current
    setState((before) =>
      before.state === 'saved' || (before.state === 'device' && !isKept)
        ? { state: 'changed', offline: before.offline }
        : before,
    )
    timer.current ??= setTimeout(() => void keep(), AUTOSAVE_DELAY_MS)
  }, [written, blocked, keep])

  // Save when the page is hidden without waiting; retry when it is shown again.
  const flush = useEffectEvent(() => {
    if (latest.current !== kept.current && !blocked) void keep()
  })
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && flush()
    const back = () => flush()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('online', back)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('online', back)
      clearTimeout(timer.current)
      timer.current = undefined
      flush()
    }
  }, [])

  // Another tab or device has saved: without local changes, continue with that version.
  const adopt = useEffectEvent(() => {
    if (contract.version <= version.current || latest.current !== kept.current) return
    version.current = contract.version
    if (isSame(contract.content, contentOf(latest.current))) return
    const theirs = formOf(contract.content)
    kept.current = theirs
    latest.current = theirs
    replace(theirs)
  })
  useEffect(() => adopt(), [contract.version])

  const settle = async (choice: 'mine' | 'theirs') => {
    const { conflict } = shown
    if (!conflict) return
    version.current = conflict.version
    setState({ state: 'saved' })
    if (choice === 'theirs') {
      clearDraft(nameOf(id))
      const theirs = formOf(conflict.content)
      kept.current = theirs
      latest.current = theirs
      replace(theirs)
      showContract(client, conflict)
      return
    }
    // Milestones deleted elsewhere become new ones.
    const known = new Set(conflict.content.milestones.map((milestone) => milestone.id))
    const mine = formOf(contentOf(latest.current, known))
    latest.current = mine
    replace(mine)
    await keep()
  }
  const { state, offline = false, error, conflict } = shown
  return { state, offline, error, conflict, save: keep, resolve: settle }
}
