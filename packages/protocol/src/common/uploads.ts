import * as z from 'zod/mini'
import type { ErrorCode } from '../core/errors.ts'
import { operation } from '../core/operation.ts'
import { FileId, Instant } from '../core/values.ts'
import { issueText } from '../core/issue-text.ts'
import { uploadPurposes } from './upload-rules.ts'

/** Uploads for later use. An unused one is deleted after a day. */

export const Upload = z.object({
  id: FileId,
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  sha256: z.string(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** When the photo was taken, from its metadata. */
  takenAt: z.nullable(Instant),
  /** Signed, valid for five minutes. */
  url: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** Errors of a call that takes a file. */
export const fileErrors = [
  'FILE_TOO_LARGE',
  'FILE_TYPE_NOT_ALLOWED',
  'FILE_UNREADABLE',
  'FILE_INFECTED',
] as const satisfies readonly ErrorCode[]

export const createUpload = operation({
  name: 'uploads.create',
  whileSuspended: 'always',
  method: 'POST',
  path: '/v2/uploads',
  audience: 'provider',
  summary:
    'Upload a file for later use by another call. It is inspected by its bytes; location and camera data are removed from images.',
  file: 'file',
  body: z.object({ purpose: z.enum(uploadPurposes, issueText('FILE_PURPOSE_REQUIRED')) }),
  status: 201,
  returns: Upload,
  errors: fileErrors,
})
