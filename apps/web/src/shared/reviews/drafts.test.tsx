import type { Review } from '@fettle/protocol/reviews'
import { afterEach, expect, it, vi } from 'vitest'
import { clearDrafts } from '../../lib/forms/form-drafts.ts'
import { press, setUpScreen, type } from '../../testing/screen.tsx'
import { ContestSheet } from './contest-sheet.tsx'
import { RateSheet } from './rate-sheet.tsx'
import { ReplyForm } from './reply-form.tsx'

const { draw, field, button } = setUpScreen()
const review = { id: 'rev_1', version: 1, customer: { name: 'Ngozi Eze' }, reply: null } as unknown as Review
const now = new Date('2026-11-24T12:00:00Z')
const onClose = vi.fn()

afterEach(clearDrafts)

it('a reply that is being written survives the end of the session, and is gone once cancelled', async () => {
  await draw(<ReplyForm review={review} onClose={onClose} />)
  await type(field('Reply to Ngozi Eze'), 'Thank you for the kind words.')
  await draw(null)
  await draw(<ReplyForm review={review} onClose={onClose} />)
  expect(field('Reply to Ngozi Eze').value).toBe('Thank you for the kind words.')
  await press(button('Cancel'))
  await draw(null)
  await draw(<ReplyForm review={review} onClose={onClose} />)
  expect(field('Reply to Ngozi Eze').value).toBe('')
})

it('an objection to a review survives the end of the session', async () => {
  await draw(<ContestSheet review={review} now={now} onClose={onClose} />)
  await type(field("What's wrong"), 'I have never worked for this person.')
  await draw(null)
  await draw(<ContestSheet review={review} now={now} onClose={onClose} />)
  expect(field("What's wrong").value).toBe('I have never worked for this person.')
})

it('a note about a customer survives the end of the session', async () => {
  const sheet = <RateSheet work={{ type: 'BOOKING', id: 'bkg_1' }} customerName="Ngozi" now={now} onClose={onClose} />
  await draw(sheet)
  await type(field('Note to yourself'), 'Pays on time.')
  await draw(null)
  await draw(sheet)
  expect(field('Note to yourself').value).toBe('Pays on time.')
})
