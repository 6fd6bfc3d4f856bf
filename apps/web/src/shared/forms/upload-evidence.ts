import { createUpload } from '@fettle/protocol/common/calls'
import { call } from '../../lib/http/api.ts'

/** Ids of uploaded files, so that a retry uploads only what is missing. */
const uploadIds = new WeakMap<File, string>()

/** Uploads files as evidence, one after the other, and returns their ids. */
export async function uploadEvidence(files: readonly File[]): Promise<string[]> {
  const ids: string[] = []
  for (const file of files) {
    const id = uploadIds.get(file) ?? (await call(createUpload, { body: { purpose: 'EVIDENCE' }, file })).id
    uploadIds.set(file, id)
    ids.push(id)
  }
  return ids
}
