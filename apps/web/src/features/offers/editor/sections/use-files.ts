import type { OfferDetails } from '@fettle/protocol/offers'
import { allowedTypes, uploadRule, type UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { createUpload } from '@fettle/protocol/common/calls'
import { t } from '@lingui/core/macro'
import { useCallback, useMemo, useRef, useState } from 'react'
import { call } from '../../../../lib/http/api.ts'
import { errorText } from '../../../../lib/http/error-text.ts'
import { useOnline } from '../../../../lib/http/use-online.ts'
import { itemsText } from '../../../../lib/format/items-text.ts'

/** A file of the offer, as far as it can be shown. */
export interface OfferEditorFile {
  id: string
  name: string
  mime: string
  url: string
}

export interface OfferEditorFiles {
  /** Finds a file by id; undefined while unknown. */
  of: (id: string) => OfferEditorFile | undefined
  /** Uploads a file and resolves to its id; undefined with `error` on refusal. */
  send: (file: File, purpose: 'OFFER_PHOTO' | 'OFFER_FILE') => Promise<string | undefined>
  /** Upload progress from 0 to 1. */
  progress: number | undefined
  error: string | undefined
  online: boolean
}

/** `accept` attribute for an upload purpose. */
export const acceptOf = (purpose: UploadPurpose): string => uploadRule(purpose).mimes.join(',')
export const typesOf = (purpose: UploadPurpose): string => itemsText(allowedTypes(purpose))

/** Files of an offer: from the server, and uploaded while editing. */
export function useFiles(offer: Pick<OfferDetails, 'files' | 'currentRevision'>): OfferEditorFiles {
  const online = useOnline()
  const [uploaded, setUploaded] = useState<readonly OfferEditorFile[]>([])
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  /** Several may be on their way at once. */
  const running = useRef(0)
  const { files, currentRevision } = offer
  const filesById = useMemo(
    () => new Map([...uploaded, ...(currentRevision?.files ?? []), ...files].map((file) => [file.id, file])),
    [uploaded, files, currentRevision],
  )
  const of = useCallback((id: string) => filesById.get(id), [filesById])
  const send = useCallback(async (file: File, purpose: 'OFFER_PHOTO' | 'OFFER_FILE') => {
    setError(undefined)
    if (!navigator.onLine) {
      setError(t`You're offline. Add files when you're back online.`)
      return undefined
    }
    setProgress(0)
    running.current += 1
    try {
      const sent = await call(createUpload, { body: { purpose }, file }, { onProgress: setProgress })
      setUploaded((before) => [...before, sent])
      return sent.id
    } catch (failed) {
      setError(errorText(failed, t`We couldn't upload the file.`))
      return undefined
    } finally {
      running.current -= 1
      if (running.current === 0) setProgress(undefined)
    }
  }, [])
  // Memoized, so that typing does not re-render components that show files.
  return useMemo(() => ({ of, send, progress, error, online }), [of, send, progress, error, online])
}
