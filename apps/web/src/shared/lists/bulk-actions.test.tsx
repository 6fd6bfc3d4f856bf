import { expect, it } from 'vitest'
import { settle, setUpScreen } from '../../testing/screen.tsx'
import { toast, toastStore } from '../../ui/feedback/toast.ts'
import { RemindButton } from './bulk-actions.tsx'

const { draw, button, press } = setUpScreen()

it('reminds only customers who may be reminded, and says how many were skipped', async () => {
  toast.clear()
  const reminded: string[] = []
  const rows = ['sent', 'viewed', 'changes requested']
  const mayRemind = (row: string) => row !== 'changes requested'
  const show = (selected: readonly string[]) =>
    draw(
      <RemindButton
        rows={selected}
        mayRemind={mayRemind}
        remind={async (row) => reminded.push(row)}
        onDone={() => undefined}
      />,
    )
  await show(rows.slice(2))
  expect(document.querySelector('button')).toBeNull()
  await show(rows.slice(0, 2))
  expect(button('Remind')).toBeDefined()
  await show(rows)
  await press('Remind 2 of 3')
  await settle()
  expect(reminded).toEqual(['sent', 'viewed'])
  expect(toastStore.get()).toMatchObject([{ title: '2 reminders sent', body: '1 skipped' }])
  toast.clear()
})

it('counts what was chosen, though the list changes while reminders are sent', async () => {
  toast.clear()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const show = (canRemind: boolean) =>
    draw(
      <RemindButton
        rows={['sent', 'changes requested']}
        mayRemind={(row) => canRemind && row === 'sent'}
        remind={() => answered}
        onDone={() => undefined}
      />,
    )
  await show(true)
  await press('Remind 1 of 2')
  await show(false)
  expect(button('Remind 1 of 2')).toBeDefined()
  answer()
  await settle()
  expect(toastStore.get()).toMatchObject([{ title: '1 reminder sent', body: '1 skipped' }])
  expect(document.querySelector('button')).toBeNull()
  toast.clear()
})
