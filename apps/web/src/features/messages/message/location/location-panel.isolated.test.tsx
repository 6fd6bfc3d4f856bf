import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../../../testing/screen.tsx'
import { toast, toastStore } from '../../../../ui/feedback/toast.ts'
import type { ComposerTools } from '../../composer/composer-tools.ts'

const share = vi.hoisted(() => vi.fn())
const position = vi.hoisted(() => ({ isDenied: false }))
vi.mock('./locations.ts', () => ({ locations: { share } }))
vi.mock('./sharing.ts', () => ({ startSharing: vi.fn() }))
vi.mock('./use-job-location.ts', () => ({ useJobLocation: () => undefined, jobPin: vi.fn() }))
vi.mock('../../../../shared/map/map-tiles.ts', () => ({ useMapTiles: () => undefined }))
vi.mock('./position.ts', () => ({
  findPosition: async () => {
    if (position.isDenied) throw new Error('denied')
    return { latitude: 6.5, longitude: 3.4, accuracy: 10 }
  },
  positionErrorText: () => '',
}))
const { default: LocationPanel } = await import('./location-panel.tsx')

const { draw, button, field } = setUpScreen()
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => {
  position.isDenied = false
  toast.clear()
})

describe('sharing a location', () => {
  it.each([
    ['success', 'Location shared', () => share.mockResolvedValue({})],
    ['error', 'Failed to share the location', () => share.mockRejectedValue(new Error('lost'))],
  ])('shows its %s', async (tone, title, answer) => {
    answer()
    const tools = { target: { store: { cid: 'messaging:a' } } } as unknown as ComposerTools
    const onClose = vi.fn()
    await draw(<LocationPanel tools={tools} args="" onClose={onClose} />)
    await press(button('Share my location'))
    expect(toastStore.get()).toMatchObject([{ tone, title }])
    expect(onClose).toHaveBeenCalledTimes(tone === 'success' ? 1 : 0)
  })

  it('takes coordinates one after the other where the device has no location', async () => {
    position.isDenied = true
    share.mockResolvedValue({})
    const tools = { target: { store: { cid: 'messaging:a' } } } as unknown as ComposerTools
    await draw(<LocationPanel tools={tools} args="" onClose={vi.fn()} />)
    const write = async (label: string, text: string) => {
      await act(async () => field(label).focus())
      await type(field(label), text)
    }
    await write('Latitude', '6.45')
    await write('Longitude', '3.39')
    expect([field('Latitude').value, field('Longitude').value]).toEqual(['6.45', '3.39'])
    await press(button('Share this location'))
    expect(share).toHaveBeenCalledWith('messaging:a', { latitude: 6.45, longitude: 3.39 })
  })
})
