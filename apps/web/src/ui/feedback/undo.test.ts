import { afterEach, describe, expect, it, vi } from 'vitest'
import { toast, toastStore } from './toast.ts'
import { sendPendingActions, withUndo } from './undo.ts'

const shown = () => toastStore.get()
const undo = () => {
  const [latest] = shown().slice(-1)
  latest?.action?.run()
  if (latest) toast.dismiss(latest.id)
}
const accept = (send: () => Promise<string>, subject = 'bkg_1') =>
  withUndo({ subject, shown: 'CONFIRMED', title: 'Booking accepted', failed: 'Not accepted' }, send)

afterEach(() => {
  toast.clear()
  vi.restoreAllMocks()
})

describe('an action that can be undone', () => {
  it('is sent when its message is gone', async () => {
    const send = vi.fn(() => Promise.resolve('sent'))
    const accepted = accept(send)
    expect(shown().map(({ title }) => title)).toEqual(['Booking accepted'])
    expect(send).not.toHaveBeenCalled()
    toast.clear()
    expect(await accepted).toBe('sent')
  })

  it('is never sent when it is undone', async () => {
    const send = vi.fn(() => Promise.resolve('sent'))
    const accepted = accept(send)
    undo()
    expect(await accepted).toBeUndefined()
    sendPendingActions()
    expect(send).not.toHaveBeenCalled()
  })

  it('is sent at once when the page is left, and its message goes', async () => {
    const send = vi.fn(() => Promise.resolve('sent'))
    const accepted = accept(send)
    window.dispatchEvent(new Event('pagehide'))
    expect(await accepted).toBe('sent')
    expect(shown()).toEqual([])
  })

  it('is sent when the page becomes hidden, as on a phone that is put away', async () => {
    const send = vi.fn(() => Promise.resolve('sent'))
    const accepted = accept(send)
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(await accepted).toBe('sent')
  })

  it('is sent before another action on the same subject begins', async () => {
    const sent: string[] = []
    const send = (what: string) => () => {
      sent.push(what)
      return Promise.resolve(what)
    }
    const first = accept(send('first'))
    const other = accept(send('other'), 'bkg_2')
    const second = accept(send('second'))
    expect(await first).toBe('first')
    expect(sent).toEqual(['first'])
    toast.clear()
    await Promise.all([other, second])
    expect(sent.sort()).toEqual(['first', 'other', 'second'])
  })

  it('says so when it is refused', async () => {
    const accepted = accept(() => Promise.reject(new Error('Too late')))
    toast.clear()
    expect(await accepted).toBeUndefined()
    expect(shown()).toMatchObject([{ tone: 'error', title: 'Not accepted', body: 'Try again in a moment.' }])
  })
})
