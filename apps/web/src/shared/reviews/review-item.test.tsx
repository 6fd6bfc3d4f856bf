import type { Review } from '@fettle/protocol/reviews'
import { act } from 'react'
import { expect, it } from 'vitest'
import { press, setUpScreen } from '../../testing/screen.tsx'
import { ReviewItem } from './review-item.tsx'

const { draw, button } = setUpScreen()
const review = {
  id: 'rev_1',
  customer: { name: 'Ada Obi', avatar: null },
  work: { type: 'BOOKING', id: 'bkg_1', title: 'Leaking tap' },
  rating: 5,
  comment: 'Good.',
  aspects: {},
  photos: [],
  status: 'PUBLISHED',
  publishedAt: '2026-03-02T11:00:00.000Z',
  reply: null,
  contest: null,
  hidden: null,
  allowedActions: ['reply'],
} as unknown as Review

it('returns the focus to the review when the form of its reply is closed', async () => {
  await draw(<ReviewItem review={review} now={new Date()} />)
  await press(button('Reply: Ada Obi'))
  await act(async () => button('Cancel').focus())
  await press(button('Cancel'))
  expect(document.activeElement).toBe(document.querySelector('article'))
})
