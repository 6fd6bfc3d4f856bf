import { beforeEach, expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { clearDrafts, readDraft } from './form-drafts.ts'
import { useDraft } from './use-form-draft.ts'

const { draw, button, text } = setUpScreen()

function Form({ minutes }: { minutes: string }) {
  const { form, change, clearDraft } = useDraft('work', { summary: '', place: '', minutes })
  return (
    <>
      <output>{Object.values(form).join()}</output>
      <button type="button" onClick={() => change({ summary: 'Pipes' })}>
        Describe
      </button>
      <button
        type="button"
        onClick={() => {
          change({ place: 'Kitchen' })
          change({ minutes: '45' })
        }}
      >
        Correct
      </button>
      <button type="button" onClick={() => change({ minutes: '' })}>
        Empty
      </button>
      <button type="button" onClick={() => change({ minutes })}>
        Restore
      </button>
      <button type="button" onClick={clearDraft}>
        Send
      </button>
    </>
  )
}

beforeEach(clearDrafts)

it('keeps what was changed, and takes the rest from the new values', async () => {
  await draw(<Form key="first" minutes="60" />)
  await press(button('Describe'))
  await draw(<Form key="later" minutes="180" />)
  expect(text()).toContain('Pipes,,180')
  await press(button('Correct'))
  await draw(<Form key="last" minutes="240" />)
  expect(text()).toContain('Pipes,Kitchen,45')
  await press(button('Send'))
  expect(readDraft('work')).toBeUndefined()
})

it('keeps that a field was emptied, until it is as it was', async () => {
  await draw(<Form key="first" minutes="60" />)
  await press(button('Empty'))
  await draw(<Form key="later" minutes="60" />)
  expect(text()).toMatch(/^,,[A-Z]/)
  await press(button('Restore'))
  expect(readDraft('work')).toBeUndefined()
})
