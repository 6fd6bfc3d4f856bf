import type { ProviderActor } from '../../actors.ts'
import { deleteFile, receiveFile, storeFile } from '../uploads/index.ts'
import { changeWithin, type ProfileDeps } from './profile.service.ts'
import { toPublicIdentity, type ProfileAnswer } from './profile.view.ts'

/** Stores a picture in place of the previous one. */
export async function savePicture(
  deps: ProfileDeps,
  actor: ProviderActor,
  file: { bytes: Buffer; name: string },
): Promise<ProfileAnswer> {
  const picture = await receiveFile(deps, 'AVATAR', file)
  return storeFile(deps, { ownerId: actor.id, purpose: 'AVATAR', attachedTo: actor.id, file: picture }, (tx, stored) =>
    changeWithin(deps, tx, actor.id, undefined, async (profile) => {
      if (profile.avatarFileId) await deleteFile(deps, tx, profile.avatarFileId)
      const changed = { ...profile, avatarFileId: stored.id, avatarKey: stored.key }
      tx.afterCommit(() => deps.onIdentityChange(toPublicIdentity(deps, changed)))
      return changed
    }),
  )
}
