import { expect, it } from 'vitest'
import { setUpScreen } from '../../testing/screen.tsx'
import { ProgressBar } from './progress-bar.tsx'

const { draw } = setUpScreen()

it.each([
  [1, '1 of 1 milestone, €3,000'],
  [2, '1 of 2 milestones, €3,000'],
])('is read aloud in words that agree with %i', async (milestones, words) => {
  const approvedAmount = { amount: 300_000, currency: 'EUR' }
  await draw(
    <ProgressBar progress={{ percent: 50, approved: 1, milestones, approvedAmount, paidAmount: approvedAmount }} />,
  )
  expect(document.querySelector('progress')?.getAttribute('aria-valuetext')).toBe(words)
})
