import { useState } from 'react'
import { saveFile } from '../../lib/browser/save-file.ts'

/** Progress of a download; undefined when none is running. */
export interface FileDownload {
  progress: number | undefined
  failed: boolean
  save: (url: string, name: string) => void
}

/**
 * Downloads a file with progress and hands it to the browser. Rejects on connection failure or when the file is gone.
 */
async function saveFrom(url: string, name: string, onProgress: (part: number) => void): Promise<void> {
  const response = await fetch(url)
  if (!response.ok || !response.body) throw new Error(`Downloading the file failed with status ${response.status}.`)
  const size = Number(response.headers.get('content-length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  const reader = response.body.getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    parts.push(step.value)
    received += step.value.length
    if (size > 0) onProgress(received / size)
  }
  saveFile(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), name)
}

/** Downloads one file at a time, with its progress. */
export function useFileDownload(): FileDownload {
  const [progress, setProgress] = useState<number>()
  const [failed, setFailed] = useState(false)
  return {
    progress,
    failed,
    save(url, name) {
      if (progress !== undefined) return
      setFailed(false)
      setProgress(0)
      saveFrom(url, name, setProgress)
        .catch(() => setFailed(true))
        .finally(() => setProgress(undefined))
    },
  }
}
