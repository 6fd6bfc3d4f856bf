import { expect, it } from 'vitest'
import { answerCalls, receivedCalls, refuse } from '../testing/back-end.ts'
import { choosePhotos, fieldOf, findControl, press, readScreen, show, type } from '../testing/screen.ts'
import { RequestPage } from './request.tsx'

const provider = { getProvider: () => ({ name: 'Ada' }), listSlots: () => ({ timeZone: 'Africa/Lagos', slots: [] }) }
const callsOf = (name: string) => receivedCalls.filter(({ path }) => path === `calls/${name}`)

it('books once and keeps the photos that could not be sent, to send them again', async () => {
  let isBroken = true
  answerCalls({
    ...provider,
    createBooking: () => ({ id: 'bkg_1' }),
    addBookingPhoto: () =>
      isBroken && receivedCalls.at(-1)?.photo === 'two.jpg' ? refuse(502, 'That did not work.') : {},
  })
  await show(<RequestPage providerId="usr_1" wants="job" />)
  await type('What needs doing?', 'Tap drips')
  await choosePhotos('Add photos', 'one.jpg', 'two.jpg')
  await press('Send request')
  await expect.poll(readScreen).toMatch('Your request was sent')
  expect((await findControl('Go on without them')).getAttribute('href')).toBe('#bookings/bkg_1')
  isBroken = false
  await press('Send the photos again')
  expect(window.location.hash).toBe('#bookings/bkg_1')
  expect(callsOf('createBooking')).toHaveLength(1)
  expect(callsOf('addBookingPhoto').map(({ photo }) => photo)).toEqual(['one.jpg', 'two.jpg', 'two.jpg'])
})

it('keeps the photos that could not be sent while their sender looks at something else', async () => {
  let isBroken = true
  const addBookingPhoto = () => (isBroken ? refuse(502, 'That did not work.') : {})
  answerCalls({ ...provider, createBooking: () => ({ id: 'bkg_1' }), addBookingPhoto })
  const page = <RequestPage providerId="usr_4" wants="job" />
  await show(page)
  await choosePhotos('Add photos', 'one.jpg')
  await press('Send request')
  await expect.poll(readScreen).toMatch('Your request was sent')
  await show(<p>Something else</p>)
  await show(page)
  isBroken = false
  await press('Send the photos again')
  expect(callsOf('addBookingPhoto').map(({ photo }) => photo)).toEqual(['one.jpg', 'one.jpg'])
  await show(page)
  expect(await findControl('Send request')).toBeDefined()
})

it('repeats a request without an answer under its key, so that pressing again books once', async () => {
  let isConnected = false
  const createBooking = () => {
    if (!isConnected) throw new TypeError('connection lost')
    return { id: 'bkg_1' }
  }
  answerCalls({ ...provider, createBooking })
  await show(<RequestPage providerId="usr_1" wants="job" />)
  await type('What needs doing?', 'Tap drips')
  await press('Send request')
  await expect.poll(readScreen).toMatch('No connection. Please try again.')
  isConnected = true
  await press('Send request')
  expect(new Set(callsOf('createBooking').map(({ key }) => key)).size).toBe(1)
})

it('sends a request under a new key once the first was answered', async () => {
  answerCalls({ ...provider, createBooking: () => refuse(409, 'That time is taken.') })
  await show(<RequestPage providerId="usr_1" wants="job" />)
  await press('Send request')
  await expect.poll(readScreen).toMatch('That time is taken.')
  await press('Send request')
  expect(new Set(callsOf('createBooking').map(({ key }) => key)).size).toBe(2)
})

it('takes back what it said of a request once the request is changed', async () => {
  answerCalls({ ...provider, createBooking: () => refuse(422, 'Enter a title.') })
  await show(<RequestPage providerId="usr_5" wants="job" />)
  await press('Send request')
  await expect.poll(readScreen).toMatch('Enter a title.')
  await type('What needs doing?', 'Tap drips')
  expect(await readScreen()).not.toMatch('Enter a title.')
})

it('repeats a request that is still being answered under its key', async () => {
  const createBooking = () =>
    Response.json({ code: 'IDEMPOTENCY_IN_PROGRESS', message: 'Still running.' }, { status: 409 })
  answerCalls({ ...provider, createBooking })
  await show(<RequestPage providerId="usr_3" wants="job" />)
  await press('Send request')
  await expect.poll(readScreen).toMatch('Still running.')
  await press('Send request')
  expect(new Set(callsOf('createBooking').map(({ key }) => key)).size).toBe(1)
})

it('keeps what was typed and chosen while its writer looks at something else, until it is sent', async () => {
  answerCalls({ ...provider, createBooking: () => ({ id: 'bkg_1' }), addBookingPhoto: () => ({}) })
  const page = <RequestPage providerId="usr_2" wants="job" />
  await show(page)
  await type('What needs doing?', 'Tap drips')
  await choosePhotos('Add photos', 'tap.jpg', 'cat.jpg')
  await press('Remove cat.jpg')
  await show(<p>Something else</p>)
  await show(page)
  expect(fieldOf('What needs doing?').value).toBe('Tap drips')
  await press('Send request')
  expect(callsOf('addBookingPhoto').map(({ photo }) => photo)).toEqual(['tap.jpg'])
  await show(page)
  expect(fieldOf('What needs doing?').value).toBe('')
})
