import type { ChannelStore } from '@fettle/chat-client'
import { act, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toastTitles } from '../../../../testing/toasts.ts'
import type { ComposerTools } from '../../composer/composer-tools.ts'
import type { RecorderDevice, RecorderDeps } from './recorder.ts'
import * as chatModule from '../../connection/chat.ts'
import * as datesModule from '../../../../lib/format/dates.ts'
import * as profileModule from '../../../../shared/profile/profile.ts'
import * as uploadsModule from '../../composer/uploads/uploads.ts'
import * as microphoneModule from './microphone.ts'
import { default as VoicePanel } from './voice-panel.tsx'
import { hasUnsentRecording } from './use-voice-upload.ts'
import { setUpScreen } from '../../../../testing/screen.tsx'
import { replaceExports } from '../../../../testing/replace-exports.ts'

const chat = {
  call: vi.fn(),
  onFrame: () => () => undefined,
  onRecovery: () => () => undefined,
  onReset: () => () => undefined,
}
replaceExports(chatModule, { chat })
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) })
replaceExports(datesModule, { ownTimeZone: () => 'Africa/Lagos' })
const sendPart = vi.fn()
replaceExports(uploadsModule, { sendPartOf: () => sendPart })
const voice = new Blob(['voice'])
let now = 0
const released = vi.fn()
const openMicrophone = vi.fn<RecorderDeps['openMicrophone']>(async () => {
  let [onData, onStop] = [(_: Blob): void => undefined, (): void => undefined]
  const nothing = () => undefined
  const device: RecorderDevice = {
    mimeType: 'audio/webm',
    start: nothing,
    pause: nothing,
    resume: nothing,
    requestData: nothing,
    stop() {
      onData(voice)
      onStop()
    },
    onData: (listener) => void (onData = listener),
    onStop: (listener) => void (onStop = listener),
  }
  return { device, level: () => 1, onLost: nothing, close: released }
})
const microphoneOfBrowser: RecorderDeps = {
  openMicrophone,
  now: () => now,
  every(_, tick) {
    // At the first tick three seconds are recorded.
    now += 3_000
    queueMicrotask(tick)
    return () => undefined
  },
}
replaceExports(microphoneModule, { microphoneOfBrowser })

const screen = setUpScreen()
const { press } = screen
let conversations = 0

/** Shows the panel of a conversation with Chidi Okafor. */
function conversation(focus: () => unknown = () => undefined) {
  conversations += 1
  const state = { status: 'ready', channel: { name: null, members: [{ userId: 'cus_1', user: { name: 'Chidi' } }] } }
  const store = { cid: `messaging:${conversations}`, getSnapshot: () => state } as unknown as ChannelStore
  const sent = vi.fn()
  const onClose = vi.fn()
  const tools = {
    target: { store, parentId: null },
    me: 'usr_1',
    focus,
    fileSender: () => sent,
  } as unknown as ComposerTools
  return {
    tools,
    sent,
    onClose,
    isUnsent: () => hasUnsentRecording(tools),
    open: () => screen.draw(<VoicePanel tools={tools} args="" onClose={onClose} />),
    leave() {
      state.status = 'closed'
      return screen.leave()
    },
  }
}

/** Parts wait until the test answers. */
let answerPart: { resolve: () => void; reject: () => void }

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:voice', revokeObjectURL: () => undefined })
  released.mockClear()
  openMicrophone.mockClear()
  chat.call.mockImplementation(async (name: string) => {
    if (name === 'attachments.start') return { uploadId: 'upl_1', partBytes: 100, received: 0 }
    if (name === 'attachments.progress') return { uploadId: 'upl_1', partBytes: 100, received: 0 }
    return { attachment: { id: 'att_1', name: 'voice.webm', size: 5, kind: 'voice' } }
  })
  sendPart.mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        answerPart = { resolve: () => resolve({ received: voice.size }), reject: () => reject(new Error('lost')) }
      }),
  )
})

afterEach(() => {
  vi.useRealTimers()
})

/** Lets every attempt to send the part fail. */
async function loseConnection() {
  vi.useFakeTimers()
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await act(async () => {
      answerPart.reject()
      await vi.advanceTimersByTimeAsync(2_000)
    })
  }
}

describe('a voice message', () => {
  it('is sent once when the button is pressed twice', async () => {
    const { open } = conversation()
    await open()
    chat.call.mockClear()
    await act(async () => {
      const button = document.querySelector<HTMLElement>('[aria-label="Send voice message"]')
      button?.click()
      button?.click()
    })
    expect(chat.call.mock.calls.filter(([name]) => name === 'attachments.start')).toHaveLength(1)
  })

  it('is sent once uploaded, and the panel closes', async () => {
    const { open, sent, onClose } = conversation()
    await open()
    await press('Send voice message')
    expect(document.querySelector('[role=progressbar]')).not.toBeNull()
    expect(sent).not.toHaveBeenCalled()
    await act(async () => answerPart.resolve())
    expect(sent).toHaveBeenCalledExactlyOnceWith([expect.objectContaining({ id: 'att_1' })])
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('is named for the time on the clock of the device', async () => {
    vi.setSystemTime('2026-03-02T23:30:00Z')
    onTestFinished(() => void vi.useRealTimers())
    const { open } = conversation()
    await open()
    await press('Send voice message')
    expect(chat.call).toHaveBeenCalledWith(
      'attachments.start',
      expect.objectContaining({ name: 'voice-2026-03-03-00-30.webm' }),
    )
  })

  it('is sent although its conversation was left while it uploaded', async () => {
    const { open, leave, sent, isUnsent } = conversation()
    await open()
    await press('Send voice message')
    await leave()
    expect(isUnsent()).toBe(true)
    await act(async () => answerPart.resolve())
    expect(sent).toHaveBeenCalledOnce()
    expect(isUnsent()).toBe(false)
  })

  it('that failed after its conversation was left is reported, and can be sent on return', async () => {
    const { open, leave, sent } = conversation()
    await open()
    await press('Send voice message')
    await leave()
    await loseConnection()
    expect(toastTitles()).toEqual(["Couldn't send the voice message to Chidi"])
    await open()
    expect(document.querySelector('[role=alert]')?.textContent).toMatch(/^Connection lost/)
    screen.button('Try again').focus()
    await press('Try again')
    expect(document.activeElement?.ariaLabel).toBe('Voice message')
    await act(async () => answerPart.resolve())
    expect(sent).toHaveBeenCalledOnce()
  })

  it('is kept when its conversation is left before it was sent, and can be sent on return', async () => {
    const { open, leave, sent, isUnsent } = conversation()
    await open()
    await leave()
    expect(released).toHaveBeenCalledOnce()
    expect([isUnsent(), sent.mock.calls]).toEqual([true, []])
    await open()
    expect(openMicrophone).toHaveBeenCalledOnce()
    await press('Send voice message')
    await act(async () => answerPart.resolve())
    expect(sent).toHaveBeenCalledOnce()
    expect(isUnsent()).toBe(false)
  })

  it.each(['before its conversation is left', 'on return'])('is not kept when it is discarded %s', async (when) => {
    const { open, leave, onClose, isUnsent } = conversation()
    await open()
    if (when === 'on return') {
      await leave()
      await open()
    }
    await press('Discard')
    await leave()
    expect(onClose).toHaveBeenCalledOnce()
    expect(isUnsent()).toBe(false)
  })

  it('can be discarded', async () => {
    const { open, sent, onClose, isUnsent } = conversation()
    await open()
    await press('Send voice message')
    await press('Discard')
    await act(async () => answerPart.resolve())
    expect(sent).not.toHaveBeenCalled()
    expect(isUnsent()).toBe(false)
    expect(onClose).toHaveBeenCalledOnce()
  })
})

it('keeps the focus in the panel when the microphone is tried again', async () => {
  openMicrophone.mockRejectedValueOnce(new DOMException('Not allowed', 'NotAllowedError'))
  await conversation().open()
  screen.button('Try again').focus()
  await press('Try again')
  expect(screen.button('Try again')).toBeUndefined()
  expect(document.activeElement?.ariaLabel).toBe('Voice message')
})

it('returns the focus to the message once its field is shown again', async () => {
  // A field that is hidden takes no focus.
  const { tools } = conversation(() => document.querySelector<HTMLElement>('textarea:not([hidden])')?.focus())
  function Place() {
    const [isOpen, setOpen] = useState(true)
    return (
      <>
        <textarea hidden={isOpen} />
        {isOpen && <VoicePanel tools={tools} args="" onClose={() => setOpen(false)} />}
      </>
    )
  }
  await screen.draw(<Place />)
  await press('Discard')
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
})
