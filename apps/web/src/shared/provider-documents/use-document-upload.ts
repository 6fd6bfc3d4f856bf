import type { DocumentSide, DocumentType } from '@fettle/protocol/accounts/documents'
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../ui/feedback/toast.ts'
import { profileErrorText } from '../profile/profile-error-text.ts'
import { profileQuery } from '../profile/profile.ts'
import { expiryOf } from './model.ts'
import {
  keepFiles,
  prepareFile,
  sideFor,
  sidesToUpload,
  withoutSide,
  withSide,
  type SideFile,
  type SideFiles,
} from './side-file.ts'
import { uploadProblemsOf, uploadSide } from './upload-side.ts'

/** Upload of one document: type, sides, validation and progress. */
export function useDocumentUpload(initialType: DocumentType | '') {
  const client = useQueryClient()
  const [type, setTypeOnly] = useState<DocumentType | ''>(initialType)
  const [sideFiles, setSideFiles] = useState<SideFiles>({})
  const [expiresAt, setExpiresAt] = useState('')
  const [issuedAt, setIssuedAt] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const sides = sidesToUpload(type, sideFiles)

  function setType(next: DocumentType | '') {
    setTypeOnly(next)
    setProblems({})
    setSideFiles((before) => keepFiles(before, next))
  }

  async function pick(requestedSide: DocumentSide, picked: File) {
    setProblems({})
    const sideFile = await prepareFile(picked)
    setSideFiles((before) => withSide(before, sideFor(picked, requestedSide, type), sideFile))
  }

  const change = (side: DocumentSide, fields: Partial<SideFile>) =>
    setSideFiles((before) => {
      const sideBefore = before[side]
      return sideBefore ? { ...before, [side]: { ...sideBefore, ...fields } } : before
    })

  const remove = (side: DocumentSide) => {
    const preview = sideFiles[side]?.preview
    if (preview) URL.revokeObjectURL(preview)
    setSideFiles((before) => withoutSide(before, side))
  }

  /** Uploads the remaining files. Resolves to whether the whole document has arrived. */
  async function send(): Promise<boolean> {
    const missing = missingIn({ type, sides, sideFiles, expiresAt })
    setProblems(missing)
    if (type === '' || Object.keys(missing).length > 0 || sides.some((side) => sideFiles[side]?.isRefused)) return false
    setBusy(true)
    try {
      for (const side of sides) {
        const sideFile = sideFiles[side]
        if (sideFile && !sideFile.isSent) await sendSide(type, side, sideFile.file)
      }
      return true
    } catch (error) {
      toast.error(profileErrorText(error, t`Failed to upload documents`), { id: 'document' })
      return false
    } finally {
      setBusy(false)
      void client.invalidateQueries({ queryKey: ['documents'] })
      void client.invalidateQueries({ queryKey: profileQuery.queryKey })
    }
  }

  async function sendSide(type: DocumentType, side: DocumentSide, file: File) {
    change(side, { progress: 0, error: undefined })
    try {
      await uploadSide(file, { type, side, expiresAt, issuedAt }, (progress) =>
        change(side, { progress: progress * 0.95 }),
      )
      change(side, { progress: undefined, isSent: true })
    } catch (error) {
      const found = uploadProblemsOf(error)
      setProblems(found.dates)
      change(side, { progress: undefined, ...found.file })
      throw error
    }
  }

  return {
    type,
    setType,
    sides,
    sideFiles,
    pick: (side: DocumentSide, file: File) => void pick(side, file),
    remove,
    expiresAt,
    setExpiresAt,
    issuedAt,
    setIssuedAt,
    problems,
    busy,
    /** Whether chosen files would be lost. */
    hasFiles: Object.values(sideFiles).some((sideFile) => !sideFile.isSent),
    send,
  }
}

export type DocumentUpload = ReturnType<typeof useDocumentUpload>

/** The errors of missing fields, by field. */
function missingIn({
  type,
  sides,
  sideFiles,
  expiresAt,
}: Pick<DocumentUpload, 'type' | 'sides' | 'sideFiles' | 'expiresAt'>): Record<string, string> {
  if (type === '') return { type: t`Choose the type of document.` }
  const missingSides = sides.filter((side) => !sideFiles[side])
  return {
    ...Object.fromEntries(
      missingSides.map((side) => [side, side === 'BACK' ? t`Add the back too.` : t`Choose a file.`]),
    ),
    ...(expiryOf(type) === 'required' && expiresAt === '' && { expiresAt: t`Enter the date it expires.` }),
  }
}
