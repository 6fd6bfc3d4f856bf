import type { DocumentSide, DocumentType } from '@fettle/protocol/accounts/documents'
import { documentLimits } from '@fettle/protocol/accounts/constants'
import { uploadDocument } from '@fettle/protocol/accounts/calls'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/api.ts'
import { hasStatus, isApiError } from '../../lib/http/api-error.ts'
import { createWithKey, type WithKey } from '../../lib/http/idempotency-key.ts'
import { profileQuery } from '../profile/profile.ts'
import { profileErrorText } from '../profile/profile-error-text.ts'
import { errorText } from '../../lib/http/error-text.ts'
import { checkPhoto, type PhotoProblem } from '../../lib/photos/photo-check.ts'
import { shrinkImage } from '../../lib/photos/shrink-image.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { expiryOf, sidesOf } from './model.ts'

/** File of one side of a document. */
export interface SideFile {
  file: File
  /** Preview URL; PDFs have none. */
  preview: string | undefined
  warning: PhotoProblem | undefined
  progress: number | undefined
  error: string | undefined
  /** The file was rejected: retrying does not help. */
  isRefused: boolean
  isSent: boolean
}

const MAX_SIDE_PX = 3000
/** Accepted files. Photos may be larger than the upload limit, because they are scaled down first. */
export const documentFiles = {
  accept: 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf',
  maxBytes: 60_000_000,
}

const isPdf = (file: File | undefined): boolean => file?.type === 'application/pdf'

const keys = new WeakMap<File, WithKey>()

/** Runs the upload of a file with a key of its own. Repeated after a lost answer, it would be a duplicate of itself. */
function withKeyOf(file: File): WithKey {
  const withKey = keys.get(file) ?? createWithKey()
  keys.set(file, withKey)
  return withKey
}

/** Upload of one document: type, sides, validation and progress. */
export function useDocumentUpload(initialType: DocumentType | '') {
  const client = useQueryClient()
  const [type, setTypeOnly] = useState<DocumentType | ''>(initialType)
  const [sideFiles, setSideFiles] = useState<Partial<Record<DocumentSide, SideFile>>>({})
  const [expiresAt, setExpiresAt] = useState('')
  const [issuedAt, setIssuedAt] = useState('')
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)

  // The first picture of a card may be replaced by a PDF of both sides.
  const sides: DocumentSide[] = type === '' ? [] : isPdf(sideFiles.SINGLE?.file) ? ['SINGLE'] : sidesOf(type, false)
  const change = (side: DocumentSide, sideFile: Partial<SideFile>) =>
    setSideFiles((before) => {
      const sideBefore = before[side]
      return sideBefore ? { ...before, [side]: { ...sideBefore, ...sideFile } } : before
    })

  function setType(next: DocumentType | '') {
    setTypeOnly(next)
    setProblems({})
    // Keep chosen files whose side still exists.
    setSideFiles((before) => {
      const chosen = before.FRONT ?? before.SINGLE
      if (next === '' || !chosen) return before
      const [side = 'SINGLE'] = sidesOf(next, isPdf(chosen.file))
      return { [side]: chosen, ...(side === 'FRONT' && before.BACK && { BACK: before.BACK }) }
    })
  }

  async function pick(requestedSide: DocumentSide, picked: File) {
    const side = isPdf(picked)
      ? 'SINGLE'
      : requestedSide === 'SINGLE' && type !== ''
        ? (sidesOf(type, false)[0] ?? 'SINGLE')
        : requestedSide
    setProblems({})
    const opened = isPdf(picked) ? picked : await shrinkImage(picked, { maxSide: MAX_SIDE_PX })
    const file = opened.type === '' && picked.type !== '' ? picked : opened
    const error = uploadErrorOf(file)
    const warning = isPdf(file) || error ? undefined : await checkPhoto(file, documentLimits.minShortSide)
    const isSmall = warning === 'SMALL'
    const sideFile: SideFile = {
      file,
      preview: isPdf(file) || error ? undefined : URL.createObjectURL(file),
      warning,
      progress: undefined,
      error: error ?? (isSmall ? t`Use a picture of at least 600 × 600 pixels.` : undefined),
      isRefused: error !== undefined || isSmall,
      isSent: false,
    }
    setSideFiles((before) =>
      side === 'SINGLE' ? { SINGLE: sideFile } : { ...omit(before, 'SINGLE'), [side]: sideFile },
    )
  }

  const remove = (side: DocumentSide) => {
    const preview = sideFiles[side]?.preview
    if (preview) URL.revokeObjectURL(preview)
    setSideFiles((before) => omit(before, side))
  }

  /** Whether chosen files would be lost. */
  const hasFiles = Object.values(sideFiles).some((sideFile) => sideFile && !sideFile.isSent)

  function missing(): Record<string, string> {
    if (type === '') return { type: t`Choose the type of document.` }
    return {
      ...Object.fromEntries(
        sides
          .filter((side) => !sideFiles[side])
          .map((side) => [side, side === 'BACK' ? t`Add the back too.` : t`Choose a file.`]),
      ),
      ...(expiryOf(type) === 'required' && expiresAt === '' && { expiresAt: t`Enter the date it expires.` }),
    }
  }

  /** Uploads the remaining files. Resolves to whether the whole document has arrived. */
  async function send(): Promise<boolean> {
    const found = missing()
    setProblems(found)
    if (type === '' || Object.keys(found).length > 0 || sides.some((side) => sideFiles[side]?.isRefused)) return false
    setBusy(true)
    try {
      for (const side of sides) {
        const sideFile = sideFiles[side]
        if (!sideFile || sideFile.isSent) continue
        await sendOne(type, side, sideFile)
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

  async function sendOne(type: DocumentType, side: DocumentSide, sideFile: SideFile) {
    change(side, { progress: 0, error: undefined })
    const body = { type, side, ...(expiresAt && { expiresAt }), ...(issuedAt && { issuedAt }) }
    try {
      await withKeyOf(sideFile.file)((idempotencyKey) =>
        call(
          uploadDocument,
          { body, file: sideFile.file },
          {
            idempotencyKey,
            onProgress: (progress) => change(side, { progress: progress * 0.95 }),
            headers: { 'X-Profile-Update': 'true' },
          },
        ),
      )
      change(side, { progress: undefined, isSent: true })
    } catch (error) {
      const issues = isApiError(error) ? error.issues : []
      const elsewhere = issues.filter(({ field }) => field === 'expiresAt' || field === 'issuedAt')
      setProblems(Object.fromEntries(elsewhere.map(({ field, message }) => [field, message])))
      const fileProblem = issues.find(({ field }) => field === 'file' || field === 'side')?.message
      change(side, {
        progress: undefined,
        isRefused: hasStatus(error, 409, 413, 415) || (hasStatus(error, 422) && elsewhere.length === 0),
        error: elsewhere.length > 0 ? undefined : (fileProblem ?? errorText(error, t`Failed to upload documents`)),
      })
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
    hasFiles,
    send,
  }
}

export type DocumentUpload = ReturnType<typeof useDocumentUpload>

const omit = <Side extends string, Value>(sideFiles: Partial<Record<Side, Value>>, side: Side) =>
  Object.fromEntries(Object.entries(sideFiles).filter(([name]) => name !== side)) as Partial<Record<Side, Value>>

/** Why a chosen file cannot be uploaded. */
function uploadErrorOf({ type, size }: File): string | undefined {
  const { mimes, maxBytes } = uploadRules.DOCUMENT
  if (!(mimes as readonly string[]).includes(type)) {
    return t`This browser can't open this type of photo. Save it as JPEG, or take a new photo here.`
  }
  const limit = Math.floor(maxBytes / (1024 * 1024))
  return size > maxBytes ? t`The file is larger than ${limit} MB.` : undefined
}
