import { documentLimits } from '@fettle/protocol/accounts/constants'
import type { DocumentSide, DocumentType } from '@fettle/protocol/accounts/documents'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import { t } from '@lingui/core/macro'
import { checkPhoto, type PhotoProblem } from '../../lib/photos/photo-check.ts'
import { shrinkImage } from '../../lib/photos/shrink-image.ts'
import { sidesOf } from './model.ts'

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

export type SideFiles = Partial<Record<DocumentSide, SideFile>>

const MAX_SIDE_PX = 3000
/** Accepted files. Photos may be larger than the upload limit, because they are scaled down first. */
export const documentFiles = {
  accept: 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf',
  maxBytes: 60_000_000,
}

const isPdf = (file: File | undefined): boolean => file?.type === 'application/pdf'

/** Sides of a document. The first picture of a card may be replaced by a PDF of both sides. */
export const sidesToUpload = (type: DocumentType | '', sideFiles: SideFiles): DocumentSide[] =>
  type === '' ? [] : isPdf(sideFiles.SINGLE?.file) ? ['SINGLE'] : sidesOf(type)

/** Scales a chosen file down, if it is a photo, and checks it. */
export async function prepareFile(picked: File): Promise<SideFile> {
  const opened = isPdf(picked) ? picked : await shrinkImage(picked, { maxSide: MAX_SIDE_PX })
  const file = opened.type === '' && picked.type !== '' ? picked : opened
  const error = uploadErrorOf(file)
  const isPhoto = !isPdf(file) && error === undefined
  const warning = isPhoto ? await checkPhoto(file, documentLimits.minShortSide) : undefined
  const isSmall = warning === 'SMALL'
  return {
    file,
    preview: isPhoto ? URL.createObjectURL(file) : undefined,
    warning,
    progress: undefined,
    error: error ?? (isSmall ? t`Use a picture of at least 600 × 600 pixels.` : undefined),
    isRefused: error !== undefined || isSmall,
    isSent: false,
  }
}

/** Why a chosen file cannot be uploaded. */
function uploadErrorOf({ type, size }: File): string | undefined {
  const { mimes, maxBytes } = uploadRules.DOCUMENT
  if (!(mimes as readonly string[]).includes(type)) {
    return t`This browser can't open this type of photo. Save it as JPEG, or take a new photo here.`
  }
  const limit = Math.floor(maxBytes / (1024 * 1024))
  return size > maxBytes ? t`The file is larger than ${limit} MB.` : undefined
}

/** Side that a file chosen for a side becomes: a PDF contains all sides, a picture of a card the front at first. */
export function sideFor(file: File, requestedSide: DocumentSide, type: DocumentType | ''): DocumentSide {
  if (isPdf(file)) return 'SINGLE'
  return requestedSide === 'SINGLE' && type !== '' ? (sidesOf(type)[0] ?? 'SINGLE') : requestedSide
}

/** Adds the file of a side. One file for all sides and files of single sides replace each other. */
export const withSide = (sideFiles: SideFiles, side: DocumentSide, sideFile: SideFile): SideFiles =>
  side === 'SINGLE' ? { SINGLE: sideFile } : { ...withoutSide(sideFiles, 'SINGLE'), [side]: sideFile }

/** The files without the one of this side. */
export const withoutSide = (sideFiles: SideFiles, side: DocumentSide): SideFiles =>
  Object.fromEntries(Object.entries(sideFiles).filter(([name]) => name !== side))

/** Chosen files whose side still exists in a document of another type. */
export function keepFiles(sideFiles: SideFiles, type: DocumentType | ''): SideFiles {
  const chosen = sideFiles.FRONT ?? sideFiles.SINGLE
  if (type === '' || !chosen) return sideFiles
  const [side = 'SINGLE'] = sidesOf(type, { isPdf: isPdf(chosen.file) })
  return { [side]: chosen, ...(side === 'FRONT' && sideFiles.BACK && { BACK: sideFiles.BACK }) }
}
