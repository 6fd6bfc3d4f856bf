import { act } from 'react'
import { expect, it } from 'vitest'
import * as apiModule from '../../../lib/http/api.ts'
import * as profileModule from '../../../shared/profile/profile.ts'
import { replaceExports } from '../../../testing/replace-exports.ts'
import { setUpScreen, type, waitFor } from '../../../testing/screen.tsx'
import * as chatModule from '../connection/chat.ts'
import { Destinations } from './destinations.tsx'

const server = { isAway: true }
replaceExports(profileModule, { useProfile: () => ({ id: 'usr_1' }) })
const chat = { channels: [] as object[], connected: false, me: undefined }
replaceExports(chatModule, { useChat: () => chat })
replaceExports(apiModule, {
  call: async () => {
    if (server.isAway) throw new Error('Away')
    return []
  },
})
const { draw, press, text } = setUpScreen({ queries: { retry: false } })

it('says that jobs could not be loaded, rather than that there are none, and loads them again', async () => {
  await draw(<Destinations photos={[]} onPlaced={async () => undefined} />)
  await waitFor(() => expect(text()).toContain("We couldn't load all your jobs."))
  expect(text()).not.toContain('No jobs or conversations yet.')
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('No jobs or conversations yet.'))
  expect(text()).not.toContain("We couldn't load all your jobs.")
})

it('keeps the search while few conversations match it', async () => {
  server.isAway = false
  const names = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe', 'Femi', 'Gozie', 'Hauwa', 'Ife', 'Zainab']
  chat.channels = names.map((name) => ({ cid: `messaging:${name}`, channel: { name, members: [] } }))
  await draw(<Destinations photos={[]} onPlaced={async () => undefined} />)
  const search = document.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement
  await act(async () => search.focus())
  await type(search, 'Za')
  expect([...document.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual(['Zainab'])
  expect(document.activeElement).toBe(search)
})
