import { createHash } from 'node:crypto'
import type { UploadPurpose } from '@fettle/protocol/common/uploads'
import type { Deps } from '../deps.ts'
import { inspectFile, type InspectedFile } from './inspect.ts'
import { cleanName } from './upload.rules.ts'
import { createClamScanner, noScanner } from './scanner.ts'

export interface ReceivedFile extends InspectedFile {
  name: string
  /** Of the bytes as they came, to notice what comes twice. */
  originalSha256: string
}

/** Looks at what somebody sent: scanned, judged, and made safe to keep. */
export async function receiveFile(
  { config, log }: Pick<Deps, 'log'> & { config: Pick<Deps['config'], 'clamdUrl'> },
  purpose: UploadPurpose,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<ReceivedFile> {
  const scan = config.clamdUrl
    ? createClamScanner(config.clamdUrl, (error) => log.error({ err: error }, 'scanning a file failed'))
    : noScanner
  await scan(bytes)
  const examined = await inspectFile(purpose, bytes)
  return { ...examined, name: cleanName(name), originalSha256: sha256(bytes) }
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
  'audio/mp4': 'm4a',
  'video/webm': 'webm',
}
