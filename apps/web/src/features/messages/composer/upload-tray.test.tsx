import type { PendingUpload } from '@fettle/chat-client'
import { expect, it } from 'vitest'
import { setUpScreen } from '../../../testing/screen.tsx'
import { UploadTray } from './upload-tray.tsx'

const { draw } = setUpScreen()

it('announces why a file could not be uploaded, in full', async () => {
  const failed = {
    key: 'a',
    name: 'scan.pdf',
    size: 10,
    kind: 'file',
    state: 'failed',
    progress: 0,
    attachment: null,
    failure: { reason: null, message: 'Use one of these types: JPEG, PNG, PDF.' },
  } as unknown as PendingUpload
  await draw(
    <UploadTray
      cid="messaging:1"
      uploads={[failed]}
      pictures={{}}
      add={() => Promise.resolve()}
      retry={() => undefined}
      remove={() => undefined}
      sendProblem={null}
      take={() => []}
      toText={() => undefined}
    />,
  )
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Use one of these types: JPEG, PNG, PDF.')
})
