import { expect, it } from 'vitest'
import { App } from './app.tsx'
import { answerCalls } from './testing/back-end.ts'
import { readScreen, show } from './testing/screen.ts'

it.each(['#100%', '#constructor'])('shows the first screen at %s, an address that leads nowhere', async (address) => {
  answerCalls({ listProviders: () => [] })
  window.location.hash = address
  await show(<App />)
  await expect.poll(readScreen).toMatch('Who do you need?')
})
