import { useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { press, show } from '../testing/screen.ts'
import { Button } from './button.tsx'
import { Card } from './card.tsx'

const photo = ['Photo added', 'Sarah, 10:00'] as const
const confirmed = ['Confirmed', 'Ada, 10:01'] as const

function History(): ReactNode {
  const [isConfirmed, setConfirmed] = useState(false)
  return (
    <Card facts={isConfirmed ? [confirmed, photo, photo] : [photo, photo]}>
      <Button onPress={() => setConfirmed(true)}>Confirm</Button>
    </Card>
  )
}

it('shows facts that read the same as often as they are there when others come before them', async () => {
  await show(<History />)
  await press('Confirm')
  const history = document.querySelector('dl')?.textContent
  expect(history).toBe('ConfirmedAda, 10:01Photo addedSarah, 10:00Photo addedSarah, 10:00')
})
