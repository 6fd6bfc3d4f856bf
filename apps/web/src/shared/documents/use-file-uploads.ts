import type { OfferFile } from '@fettle/protocol/offers'
import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import { createUpload } from '@fettle/protocol/common/calls'
import { t } from '@lingui/core/macro'
import { useCallback, useRef, useState } from 'react'
import { call } from '../../lib/http/api.ts'
import { isConnected } from '../../lib/http/connection.ts'
import { errorText } from '../../lib/http/error-text.ts'

/** A file of an offer or contract, as far as it can be shown. */
export type DocumentFile = Pick<OfferFile, 'id' | 'name' | 'mime' | 'url'>

/** Uploads files of an offer or contract while it is edited. */
export function useFileUploads() {
  const [uploaded, setUploaded] = useState<readonly DocumentFile[]>([])
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()
  // Several files may be uploading at once: the progress is shown until the last one has ended.
  const running = useRef(0)
  const upload = useCallback(async (file: File, purpose: UploadPurpose): Promise<string | undefined> => {
    setError(undefined)
    if (!isConnected()) {
      setError(t`You're offline. Add files when you're back online.`)
      return undefined
    }
    setProgress(0)
    running.current += 1
    try {
      const sent = await call(createUpload, { body: { purpose }, file }, { onProgress: setProgress })
      setUploaded((before) => [...before, sent])
      return sent.id
    } catch (failure) {
      setError(errorText(failure, t`We couldn't upload the file.`))
      return undefined
    } finally {
      running.current -= 1
      if (running.current === 0) setProgress(undefined)
    }
  }, [])
  return {
    /** Files uploaded since the document was opened. */
    uploaded,
    /** Uploads a file and resolves to its id; undefined, with `error` set, when it failed. */
    upload,
    /** Upload progress from 0 to 1; undefined when no upload is running. */
    progress,
    error,
  }
}
