import { expect, it, vi } from 'vitest'
import { logOut } from '../../../../lib/http/session.ts'
import * as sharedPhotosModule from '../../../../lib/offline/shared-photos.ts'
import { replaceExports } from '../../../../testing/replace-exports.ts'
import '../../background.tsx'

const dropDraftFiles = vi.fn(async () => undefined)
replaceExports(sharedPhotosModule, { dropDraftFiles })

it('logging out removes the files of drafts, also where no conversation was opened', () => {
  logOut()
  expect(dropDraftFiles).toHaveBeenCalledOnce()
})
