import { act, useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { readScreen, show } from '../testing/screen.ts'
import { Card } from './card.tsx'

it('shows facts that read the same as often as they are there when others come before them', async () => {
  const photo: readonly [string, string] = ['Photo added', 'Sarah, 10:00']
  let change = (_: (typeof photo)[]): void => undefined
  function History(): ReactNode {
    const [facts, setFacts] = useState([photo, photo])
    change = setFacts
    return <Card facts={facts} />
  }
  await show(<History />)
  await act(async () => change([['Confirmed', 'Ada, 10:01'], photo, photo]))
  expect(await readScreen()).toBe('ConfirmedAda, 10:01Photo addedSarah, 10:00Photo addedSarah, 10:00')
})
