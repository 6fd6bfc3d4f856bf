import { afterEach, expect, it } from 'vitest'
import { toast, toastStore } from '../../../ui/feedback/toast.ts'
import { chatToast } from './chat-toast.ts'

afterEach(() => toast.clear())

it('chat toasts stay three seconds, others five', () => {
  chatToast.success('Copied')
  chatToast.error("We couldn't send your reaction", { body: 'Slow down.' })
  toast.success('Saved')
  expect(toastStore.get().map(({ title, duration }) => [title, duration])).toEqual([
    ['Copied', 3_000],
    ["We couldn't send your reaction", 3_000],
    ['Saved', 5_000],
  ])
})
