import { beforeAll, expect, it } from 'vitest'
import { fieldOf, findControl, press, show, type } from '../testing/screen.ts'
import { PromptButton } from './prompt-button.tsx'

// As browsers do it, which this one does not: the focus returns to where it was when a dialog is closed.
beforeAll(() => {
  const openers = new Map<HTMLDialogElement, HTMLElement>()
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openers.set(this, document.activeElement as HTMLElement)
      this.open = true
      this.querySelector('textarea')?.focus()
    },
    close(this: HTMLDialogElement) {
      this.open = false
      openers.get(this)?.focus()
      this.dispatchEvent(new Event('close'))
    },
  })
})

it('returns to the button once it is sent, and is empty the next time', async () => {
  const sent: string[] = []
  await show(
    <PromptButton title="What should change?" label="Note" onSend={async (text) => sent.push(text)}>
      Ask for changes
    </PromptButton>,
  )
  const opener = await findControl('Ask for changes')
  opener.focus()
  await press('Ask for changes')
  await type('Note', 'Blue tiles')
  await press(/^Send$/)
  expect([sent, document.querySelector('dialog')]).toEqual([['Blue tiles'], null])
  expect(document.activeElement).toBe(opener)
  await press('Ask for changes')
  expect(fieldOf('Note').value).toBe('')
})
