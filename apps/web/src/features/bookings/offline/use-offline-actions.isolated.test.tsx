import { act, useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { offlineQueue, registerSender } from '../../../lib/offline/device-queue.ts'
import { setUpScreen } from '../../../testing/screen.tsx'

vi.mock('../../../shared/profile/profile.ts', () => ({ useProfile: () => ({ id: 'usr_1' }) }))
vi.mock('./offline-actions.ts', async (original) => ({
  ...(await original<object>()),
  registerSenders: () => undefined,
}))
const { useOfflineActions } = await import('./use-offline-actions.ts')

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
  expect(offlineQueue.get().map(({ kind, state }) => `${kind} ${state}`)).toEqual(['photo review'])
})
