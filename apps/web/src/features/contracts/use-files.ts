import type { OfferFile } from '@fettle/protocol/offers'
import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { createUpload } from '@fettle/protocol/common/calls'
import { t } from '@lingui/core/macro'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../lib/http/api.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { useDraft } from '../../lib/forms/use-form-draft.ts'

type ListedFile = Pick<OfferFile, 'id' | 'name' | 'mime' | 'url'>

/** Files of a contract: those from the server, and those uploaded since. */
export function useFiles(serverFiles: readonly ListedFile[], purpose: UploadPurpose) {
  const [uploaded, setUploaded] = useState<readonly ListedFile[]>([])
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  /** Several may be on their way at once. */
  const running = useRef(0)
  const of = (id: string): ListedFile | undefined => [...uploaded, ...serverFiles].find((file) => file.id === id)
  /** Resolves to the id of the uploaded file; undefined with `error` on failure. */
  const send = useCallback(
    async (file: File): Promise<string | undefined> => {
      setError(undefined)
      setProgress(0)
      running.current += 1
      try {
        const sent = await call(createUpload, { body: { purpose }, file }, { onProgress: setProgress })
        setUploaded((before) => [...before, sent])
        return sent.id
      } catch (failed) {
        setError(errorText(failed, t`We couldn't send the file. Try again.`))
        return undefined
      } finally {
        running.current -= 1
        if (running.current === 0) setProgress(undefined)
      }
    },
    [purpose],
  )
  return { of, send, progress, error }
}
export type ContractFiles = ReturnType<typeof useFiles>

/**
 * Files chosen in a form. They are stored apart from its text, so that a finished upload does not restore older text.
 */
export function useChosenFiles(name: string, begin: readonly string[]) {
  const { form, change, clearDraft } = useDraft(name, { ids: begin })
  const latest = useRef(form.ids)
  const put = (ids: readonly string[]) => {
    latest.current = ids
    change({ ids })
  }
  return {
    ids: [...form.ids],
    add: (id: string) => put([...latest.current, id]),
    remove: (removedId: string) => put(latest.current.filter((id) => id !== removedId)),
    clearDraft,
  }
}
