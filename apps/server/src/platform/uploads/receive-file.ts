import { hash } from 'node:crypto'
import type { UploadPurpose } from '@fettle/protocol/common/upload-rules'
import type { Deps } from '../deps.ts'
import { inspectFile, type InspectedFile } from './inspect.ts'
import { cleanName } from './upload.rules.ts'
import { assertClean } from './scanner.ts'

export interface ReceivedFile extends InspectedFile {
  name: string
  /** Hash of the received bytes, to detect duplicates. */
  originalSha256: string
}

/** Receives a file: scans it, validates it and makes it safe to store. */
export async function receiveFile(
  { config, log }: Pick<Deps, 'log'> & { config: Pick<Deps['config'], 'clamdUrl'> },
  purpose: UploadPurpose,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<ReceivedFile> {
  if (config.clamdUrl) await assertClean(bytes, config.clamdUrl, log)
  const inspected = await inspectFile(purpose, bytes)
  return { ...inspected, name: cleanName(name, inspected.mime), originalSha256: hash('sha256', bytes) }
}
