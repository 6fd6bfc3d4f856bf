import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { offlineQueue, registerSender } from '../../../lib/offline/device-queue.ts'
import { setUpScreen } from '../../../testing/screen.tsx'
import * as profileModule from '../../../shared/profile/profile.ts'
import * as offlineActionsModule from './offline-actions.ts'
import { useOfflineActions } from './use-offline-actions.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'

replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) })
replaceExports(offlineActionsModule, {
  registerSenders: () => undefined,
})

const { draw } = setUpScreen()
let actions: ReturnType<typeof useOfflineActions>

function Actions() {
  const offline = useOfflineActions('bkg_1')
  useEffect(() => {
    actions = offline
  })
  return null
}

it('keeps a refused photo for review, as it exists nowhere else', async () => {
  registerSender(['photo', 'timer-stop'], async () => {
    throw new ApiError({ status: 422, code: 'INVALID_TRANSITION', message: 'Not now.' })
  })
  await draw(<Actions />)
  await act(async () => {
    expect(await actions.run('timer-stop')).toBe(false)
    expect(await actions.run('photo', { file: new Blob(['x']), kind: 'DURING' })).toBe(false)
  })
  const queued = offlineQueue.get().filter(({ subject }) => subject === 'bkg_1')
  expect(queued.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['photo review'])
})
