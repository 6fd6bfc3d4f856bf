import { saveProfilePicture } from '@fettle/protocol/accounts/calls'
import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/http/api.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { cacheProfile } from '../profile/profile.ts'
import { profileErrorText } from '../profile/profile-error-text.ts'
import { shrinkImage } from '../../lib/photos/shrink-image.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Accepted pictures; they are scaled down before uploading. */
const pictureRules = { accept: 'image/jpeg,image/png,image/webp', maxBytes: 40_000_000 }

const MAX_SIDE_PX = 1200

/** Uploads a profile picture with progress. */
export function usePicture() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<number>()
  const [error, setError] = useState<string>()

  async function upload(picked: File) {
    setError(undefined)
    setProgress(0)
    try {
      const file = await shrinkImage(picked, { maxSide: MAX_SIDE_PX })
      // The server then inspects and crops it.
      const profile = await call(
        saveProfilePicture,
        { file },
        { onProgress: (fraction) => setProgress(fraction * 0.95), headers: { 'X-Profile-Update': 'true' } },
      )
      cacheProfile(client, profile)
      toast.success(t`Profile picture updated successfully`, { id: 'picture' })
    } catch (failed) {
      const text = profileErrorText(failed, t`Failed to update profile picture`)
      // Beside the picture there is only one field.
      setError((isApiError(failed) && failed.issues[0]?.message) || text)
      toast.error(text, { id: 'picture' })
    } finally {
      setProgress(undefined)
    }
  }

  return { ...pictureRules, progress, error, onPick: (file: File) => void upload(file) }
}
