import type { LetterheadColour } from '@fettle/protocol/accounts/letterhead'
import type { ProviderActor } from '../../actors.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadSharp } from '../../platform/uploads/sharp.ts'
import type { WriteText } from '../../platform/pdf/document-text.ts'
import type { PdfLetterhead } from '../../platform/pdf/printer.ts'
import { deleteFile, receiveFile, storeFile } from '../uploads/index.ts'
import { nameOf } from './profile.rules.ts'
import { changeProfile, changeWithin } from './profile.service.ts'
import { findProfile } from './profile.store.ts'
import type { ProfileAnswer } from './profile.view.ts'

/** Sets the accent colour of the provider's offers and invoices. */
export const saveColour = (deps: Deps, actor: ProviderActor, letterheadColour: LetterheadColour) =>
  changeProfile(deps, actor.id, undefined, (profile) => ({ ...profile, letterheadColour }))

/** Stores a logo in place of the previous one. */
export async function saveLogo(
  deps: Deps,
  actor: ProviderActor,
  sent: { bytes: Buffer; name: string },
): Promise<ProfileAnswer> {
  const file = await receiveFile(deps, 'LOGO', sent)
  return storeFile(deps, { ownerId: actor.id, purpose: 'LOGO', attachedTo: actor.id, file }, (tx, { id, key }) =>
    changeWithin(deps, tx, actor.id, undefined, async (profile) => {
      if (profile.logoFileId) await deleteFile(deps, tx, profile.logoFileId)
      return { ...profile, logoFileId: id, logoKey: key }
    }),
  )
}

export const deleteLogo = (deps: Deps, actor: ProviderActor) =>
  changeProfile(deps, actor.id, undefined, async (profile, tx) => {
    if (profile.logoFileId) await deleteFile(deps, tx, profile.logoFileId)
    return { ...profile, logoFileId: null, logoKey: null }
  })

/** Letterhead of a provider's PDFs: logo, else picture, name, trade, place and colour. */
export async function getPdfLetterhead(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  providerId: string,
  write: WriteText,
): Promise<Omit<PdfLetterhead, 'kind'>> {
  const profile = await findProfile(db, providerId)
  const key = profile?.logoKey ?? profile?.avatarKey ?? null
  const bytes = key === null ? undefined : await files.get(key)
  return {
    name: profile ? nameOf(profile) : '',
    details: [tradeOf(profile?.serviceType ?? null, write), profile?.city].filter(Boolean).join(' · '),
    colour: profile?.letterheadColour ?? 'ORANGE',
    picture: bytes ? { bytes: await toPrintable(bytes), isPortrait: profile?.logoKey === null } : null,
  }
}

const tradeOf = (serviceType: string | null, write: WriteText): string | null =>
  serviceType === null || serviceType === 'OTHER' ? null : write({ code: `document.service.${serviceType}` })

/** PDF readers know neither WebP nor, everywhere, transparency. */
async function toPrintable(bytes: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(bytes).resize({ width: 480, height: 240, fit: 'inside', withoutEnlargement: true }).png().toBuffer()
}
