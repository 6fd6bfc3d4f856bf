import { act, useEffect } from 'react'
import { expect, it } from 'vitest'
import { ApiError } from '../../../lib/http/api-error.ts'
import { offlineQueue, registerSender } from '../../../lib/offline/device-queue.ts'
import { setUpScreen, waitFor } from '../../../testing/screen.tsx'
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

function Actions({ id = 'bkg_1' }) {
  const offline = useOfflineActions(id)
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

it('is sending until the last of several actions of a kind has been answered', async () => {
  const answers = new Map<string, () => void>()
  registerSender(['note', 'photo'], ({ id }) => new Promise<void>((resolve) => answers.set(id, resolve)))
  await draw(<Actions id="bkg_2" />)
  const answerNext = () => {
    const [[id, resolve] = ['', () => undefined]] = answers
    answers.delete(id)
    resolve()
  }
  const state = () => [actions.isSending('photo'), actions.isSending('note')]
  let runs: Promise<boolean>[] = []
  await act(async () => {
    runs = [actions.run('photo', { file: new Blob(['x']) }), actions.run('photo', { file: new Blob(['y']) })]
    runs.push(actions.run('note', { text: 'Key is under the mat' }))
  })
  expect(state()).toEqual([true, true])
  for (const after of [
    [true, true],
    [false, true],
    [false, false],
  ]) {
    await waitFor(() => expect(answers.size).toBe(1))
    await act(async () => answerNext())
    await waitFor(() => expect(state()).toEqual(after))
  }
  expect(await Promise.all(runs)).toEqual([true, true, true])
})
