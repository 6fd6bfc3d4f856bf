import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openMenus, setUpScreen, type } from '../../../testing/screen.tsx'
import { toastTitles } from '../../../testing/toasts.ts'
import * as chatModule from '../connection/chat.ts'
import { ReportDialog } from './report-dialog.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ClosedConversationNotice as ClosedNotice } from './closed-notice.tsx'
import { PersonMenu } from './person-menu.tsx'
import { replaceExports } from '../../../testing/replace-exports.ts'

const chat = { reportChannel: vi.fn(), blockChannel: vi.fn() }
replaceExports(chatModule, { chat })

const { draw, leave, text, press, field } = setUpScreen()
const onClose = vi.fn()
const choose = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('label')]
      .find((each) => each.textContent === label)
      ?.querySelector('input')
      ?.click(),
  )

beforeEach(() => {
  sessionStorage.clear()
  for (const mock of [chat.reportChannel, chat.blockChannel, onClose]) mock.mockReset().mockResolvedValue(undefined)
})

describe('the report dialog', () => {
  const person = <ReportDialog cid="messaging:a" name="Chidi" message={undefined} onClose={onClose} />

  it('needs a reason, and reports to support', async () => {
    await draw(person)
    await press('Send report')
    expect(text()).toContain('Choose a reason.')
    expect(chat.reportChannel).not.toHaveBeenCalled()
    await choose('Insults or threats')
    await press('Send report')
    expect(chat.reportChannel).toHaveBeenCalledExactlyOnceWith('messaging:a', { reason: 'ABUSE' })
    expect(onClose).toHaveBeenCalledTimes(1)
    expect(toastTitles()).toEqual(["Thanks. We'll look into it."])
  })

  it('names the reported message', async () => {
    const message = { id: 'm1', text: 'Pay **me**' } as Parameters<typeof ReportDialog>[0]['message']
    await draw(<ReportDialog cid="messaging:a" name="Chidi" message={message} onClose={onClose} />)
    expect(text()).toContain('Pay me')
    await choose('Fraud, or payment outside of Fettle')
    await press('Send report')
    expect(chat.reportChannel).toHaveBeenCalledWith('messaging:a', { reason: 'FRAUD', messageId: 'm1' })
  })

  it('keeps its input and shows the error on failure', async () => {
    chat.reportChannel.mockRejectedValueOnce(new Error('Too many requests.'))
    await draw(person)
    await choose('Unwanted advertising')
    await press('Send report')
    expect(text()).toContain('Too many requests.')
    expect(toastTitles()).toEqual(['Too many requests.'])
    expect(onClose).not.toHaveBeenCalled()
    expect(document.querySelector<HTMLInputElement>('input:checked')?.value).toBe('SPAM')
  })

  it('keeps its input when the session ends, until the report is sent', async () => {
    const drawAgain = async () => {
      await leave()
      await draw(person)
    }
    await drawAgain()
    await choose('Insults or threats')
    await type(field('What happened?'), 'He shouted at me.')
    await drawAgain()
    expect(field('What happened?').value).toBe('He shouted at me.')
    await press('Send report')
    expect(chat.reportChannel).toHaveBeenCalledWith('messaging:a', { reason: 'ABUSE', note: 'He shouted at me.' })
    await drawAgain()
    expect(field('What happened?').value).toBe('')
  })
})

describe('blocking a person', () => {
  it('explains the consequences first', async () => {
    await draw(<BlockDialog cid="messaging:a" name="Chidi" onClose={onClose} />)
    expect(text()).toContain("Chidi can't send you new requests.")
    expect(chat.blockChannel).not.toHaveBeenCalled()
    await press('Block')
    expect(chat.blockChannel).toHaveBeenCalledExactlyOnceWith('messaging:a', true)
    expect(toastTitles()).toEqual(['You blocked Chidi'])
  })

  it('shows a refusal in the dialog and as a toast', async () => {
    chat.blockChannel.mockRejectedValueOnce(new Error('Too many requests.'))
    await draw(<BlockDialog cid="messaging:a" name="Chidi" onClose={onClose} />)
    await press('Block')
    expect(text()).toContain('Too many requests.')
    expect(toastTitles()).toEqual(['Too many requests.'])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('is undone in place of the composer by the blocker', async () => {
    await draw(<ClosedNotice closed={{ kind: 'mine' }} cid="messaging:a" name="Chidi" />)
    await press('Unblock')
    expect(chat.blockChannel).toHaveBeenCalledExactlyOnceWith('messaging:a', false)
  })

  it('can be undone by keyboard without losing the place', async () => {
    const drawPane = (isBlocked: boolean) =>
      draw(
        <main id="main" tabIndex={-1}>
          {isBlocked && <ClosedNotice closed={{ kind: 'mine' }} cid="messaging:a" name="Chidi" />}
        </main>,
      )
    await drawPane(true)
    await act(async () => document.querySelector('button')?.focus())
    await drawPane(false)
    expect(document.activeElement?.id).toBe('main')
  })

  it('is possible also while the other person blocks it', async () => {
    const onAsk = vi.fn()
    const offered = async (blocks: object) => {
      const channel = { cid: 'messaging:a', members: [{}, {}], ...blocks } as Parameters<
        typeof PersonMenu
      >[0]['channel']
      await draw(<PersonMenu channel={channel} me="ada" name="Chidi" onAsk={onAsk} />)
      await openMenus()
      return [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)
    }
    expect(await offered({})).toEqual(['Report Chidi', 'Block Chidi'])
    expect(await offered({ blockedBy: 'chidi' })).toEqual(['Report Chidi', 'Block Chidi'])
    expect(await offered({ blockedBy: 'chidi', alsoBlockedBy: 'ada' })).toEqual(['Report Chidi', 'Unblock Chidi'])
  })

  it('by the other person shows no button', async () => {
    await draw(<ClosedNotice closed={{ kind: 'theirs' }} cid="messaging:a" name="Chidi" />)
    expect(text()).toContain('Nobody can write in this conversation')
    expect(document.querySelectorAll('button')).toHaveLength(0)
  })
})
