import { OfferDraft } from '@fettle/protocol/offers/content'
import { act, useState } from 'react'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { setUpScreen, waitFor } from '../../../../testing/screen.tsx'
import type { Editing } from '../use-editing.ts'
import * as shrinkImageModule from '../../../../lib/photos/shrink-image.ts'
import { FilesSection } from './files-section.tsx'
import { replaceExports } from '../../../../testing/replace-exports.ts'

replaceExports(shrinkImageModule, { shrinkImage: async (file: File) => file })

const { draw, button, text } = setUpScreen()
const send = vi.fn(async ({ name }: File) => name)

function Form({ count }: { count: number }) {
  const photos = Array.from({ length: count }, (_, index) => `fil_${'0'.repeat(25)}${index}`)
  const [content, edit] = useState(() => z.parse(OfferDraft, { photos }))
  const files = { find: () => undefined, upload: send, progress: undefined, error: undefined, isConnected: true }
  return <FilesSection editing={{ content, edit } as unknown as Editing} files={files} problems={{}} />
}

it('names the limit when more photos are chosen than there is room for', async () => {
  await draw(<Form count={9} />)
  const chooser = document.querySelector<HTMLInputElement>('input[multiple]') as HTMLInputElement
  const picked = ['one', 'two'].map((name) => new File(['x'], `${name}.jpg`, { type: 'image/jpeg' }))
  Object.defineProperty(chooser, 'files', { value: picked })
  await act(async () => chooser.dispatchEvent(new Event('change', { bubbles: true })))
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(10))
  expect(send.mock.calls.map(([{ name }]) => name)).toEqual(['one.jpg'])
  expect(text()).toContain('Add up to 10 photos.')
})

it('moves the focus to the photo beside a removed one, and to the field after the last', async () => {
  await draw(<Form count={2} />)
  const remove = (label: string) =>
    act(async () => {
      button(label).focus()
      button(label).click()
    })
  await remove('Remove photo 1')
  expect(document.activeElement).toBe(button('Remove photo 1'))
  await remove('Remove photo 1')
  expect(document.activeElement).toBe(document.querySelector('input[multiple]'))
})
