import { expect, it } from 'vitest'
import { answerCalls } from '../testing/back-end.ts'
import { findControl, press, readScreen, show, type } from '../testing/screen.ts'
import { Review } from './review.tsx'

HTMLDialogElement.prototype.showModal ??= () => undefined
HTMLDialogElement.prototype.close ??= () => undefined

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

it('shows the review once it is written, instead of asking for another', async () => {
  const written: object[] = [{ work: { id: 'bkg_2' }, rating: 1, comment: 'Late.', reply: null, status: 'PUBLISHED' }]
  answerCalls({
    listOwnReviews: () => written,
    createReview: () =>
      written.push({ work: { id: 'bkg_1' }, rating: 5, comment: 'Quick.', reply: null, status: 'SEALED' }),
  })
  await show(<Review work={{ bookingId: 'bkg_1' }} updatedAt={ago(1)} />)
  await press('Write a review')
  await press('5 ★')
  await type('Your review', 'Quick.')
  await press('Send review')
  await expect
    .poll(readScreen)
    .toBe('Your review★★★★★Quick.Your review appears once the provider has rated too, at the latest in 14 days.')
  await show(<Review work={{ bookingId: 'bkg_3' }} updatedAt={ago(13)} />)
  await findControl('Write a review')
})

it('asks for no review of work that ended too long ago', async () => {
  answerCalls({ listOwnReviews: () => [{ work: { id: 'bkg_1' }, rating: 4, comment: 'Tidy.', status: 'PUBLISHED' }] })
  await show(<Review work={{ bookingId: 'bkg_2' }} updatedAt={ago(14)} />)
  await show(<Review work={{ bookingId: 'bkg_1' }} updatedAt={ago(14)} />)
  await expect.poll(readScreen).toBe('Your review★★★★Tidy.')
  await show(<Review work={{ bookingId: 'bkg_2' }} updatedAt={ago(14)} />)
  await expect.poll(readScreen).toBe('')
})
