import type { Operation } from '@fettle/protocol'
import { issueText } from '@fettle/protocol/core/issue-text'
import type { FastifyRequest } from 'fastify'
import { AppError, fieldError } from '../errors.ts'
import { sanitizeInput } from './input/sanitize-input.ts'

export interface UploadedFile {
  bytes: Buffer
  name: string
  /** Declared by the sender. Do not rely on it: inspect the bytes. */
  claimedMime: string
}

const DEFAULT_MAX_BYTES = 10 * 1024 * 1024

/**
 * Reads one file and the fields of a multipart form. Throws BAD_REQUEST when it is not multipart or incomplete,
 * FILE_TOO_LARGE, or REQUIRED when a required file is missing.
 */
export async function readMultipart(
  request: FastifyRequest,
  { file: fileField = 'file', fileOptional }: Pick<Operation, 'file' | 'fileOptional'>,
  maxBytes = DEFAULT_MAX_BYTES,
): Promise<{ file: UploadedFile | undefined; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST')
  const parts = await readParts(request, fileField, maxBytes).catch((error: unknown) => {
    // Parser errors have a status; an aborted upload has none.
    throw error instanceof Error && 'statusCode' in error ? error : new AppError('BAD_REQUEST')
  })
  const { file, fields } = sanitizeInput(parts)
  if (fileOptional && !file) return { file, fields }
  if (!file || file.bytes.length === 0) throw fieldError([fileField], 'REQUIRED', issueText('FILE_REQUIRED'))
  return { file, fields }
}

async function readParts(request: FastifyRequest, fileField: string, maxBytes: number) {
  const fields: Record<string, string> = {}
  let file: UploadedFile | undefined
  for await (const part of request.parts({ limits: { fileSize: maxBytes, files: 1, fields: 20 } })) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
    } else if (part.fieldname === fileField) {
      const bytes = await part.toBuffer()
      // Undeclared by its types: bytes may come without a file name.
      const name: string | undefined = part.filename
      file = { bytes, name: name ?? '', claimedMime: part.mimetype }
    } else {
      part.file.resume()
    }
  }
  return { file, fields }
}
