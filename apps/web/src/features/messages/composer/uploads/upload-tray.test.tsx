import type { PendingUpload } from '@fettle/chat-client'
import { act } from 'react'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { UploadTray } from './upload-tray.tsx'

const screen = setUpScreen()
const failed = {
  key: 'a',
  name: 'scan.pdf',
  size: 10,
  kind: 'file',
  state: 'failed',
  progress: 0,
  attachment: null,
  failure: { reason: null, message: 'Use one of these types: JPEG, PNG, PDF.', retryable: false },
} as unknown as PendingUpload

const draw = (upload: Partial<PendingUpload>, pictures: Record<string, string> = {}) =>
  screen.draw(
    <UploadTray
      cid="messaging:1"
      uploads={[{ ...failed, ...upload }]}
      pictures={pictures}
      add={() => Promise.resolve()}
      retry={() => undefined}
      remove={() => undefined}
      sendProblem={null}
      take={() => []}
      toText={() => undefined}
    />,
  )
const buttons = () => [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)

it('announces why a file could not be uploaded, in full', async () => {
  await draw({})
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Use one of these types: JPEG, PNG, PDF.')
})

it('a refused file can only be removed; one whose connection broke can be uploaded again', async () => {
  await draw({})
  expect(buttons()).toEqual(['Remove scan.pdf'])
  await draw({ failure: null })
  expect(buttons()).toEqual(['Upload scan.pdf again', 'Remove scan.pdf'])
})

it('a picture that the browser cannot show is a file', async () => {
  await draw({ kind: 'image', name: 'broken.jpg' }, { a: 'blob:broken' })
  await act(async () => document.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(document.querySelector('img')).toBeNull()
  expect(document.querySelector('li > span > svg')).not.toBeNull()
})
