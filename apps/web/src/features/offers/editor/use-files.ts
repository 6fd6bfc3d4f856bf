import type { OfferDetails } from '@fettle/protocol/offers'
import { allowedTypes, createUpload, uploadRule, type UploadPurpose } from '@fettle/protocol/common/uploads'
import { t } from '@lingui/core/macro'
import { useCallback, useMemo, useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { useOnline } from '../../../lib/http/use-online.ts'

/** A file an offer names, as far as it can be shown. */
export interface OfferEditorFile {
  id: string
  name: string
  mime: string
  url: string
}

export interface Files {
  /** Of an id the draft names; undefined while it is not known. */
  of: (id: string) => OfferEditorFile | undefined
  /** Sends a file; its id once it is there, undefined with `error` where it was refused. */
  send: (file: File, purpose: 'OFFER_PHOTO' | 'OFFER_FILE') => Promise<string | undefined>
  /** 0 to 1 while one is on its way. */
  progress: number | undefined
  error: string | undefined
  online: boolean
}

/** What a purpose takes, as an input wants it. */
export const acceptOf = (purpose: UploadPurpose): string => uploadRule(purpose).mimes.join(',')
export const typesOf = allowedTypes

/** The files of an offer: those the server told of, and those sent while it is written. */
export function useFiles(offer: Pick<OfferDetails, 'files' | 'currentRevision'>): Files {
  const online = useOnline()
  const [own, setOwn] = useState<readonly OfferEditorFile[]>([])
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  const { files, currentRevision } = offer
  const known = useMemo(
    () => new Map([...own, ...(currentRevision?.files ?? []), ...files].map((file) => [file.id, file])),
    [own, files, currentRevision],
  )
  const of = useCallback((id: string) => known.get(id), [known])
  const send = useCallback(async (file: File, purpose: 'OFFER_PHOTO' | 'OFFER_FILE') => {
    setError(undefined)
    if (!navigator.onLine) {
      setError(t`A file needs a connection. Add it once you are back online.`)
      return undefined
    }
    setProgress(0)
    try {
      const sent = await call(createUpload, { body: { purpose }, file }, { onProgress: setProgress })
      setOwn((before) => [...before, sent])
      return sent.id
    } catch (failed) {
      setError(errorText(failed, t`The file could not be uploaded.`))
      return undefined
    } finally {
      setProgress(undefined)
    }
  }, [])
  // The same for as long as nothing of it changes: what shows files is not drawn again for a letter in a line.
  return useMemo(() => ({ of, send, progress, error, online }), [of, send, progress, error, online])
}
