import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { press, setUpScreen, type } from '../../../../testing/screen.tsx'
import { toastStore } from '../../../../ui/feedback/toast.ts'
import type { ComposerTools } from '../../composer/composer-tools.ts'
import * as locationsModule from './locations.ts'
import * as sharingModule from './sharing.ts'
import * as useJobLocationModule from './use-job-location.ts'
import * as mapTilesModule from '../../../../shared/map/map-tiles.ts'
import * as positionModule from './position.ts'
import LocationPanel from './location-panel.tsx'
import { replaceExports } from '../../../../testing/replace-exports.ts'

const share = vi.fn()
const startSharing = vi.fn()
const position = { isDenied: false, isFound: Promise.resolve() }
replaceExports(locationsModule, { locations: { share } })
replaceExports(sharingModule, { startSharing })
replaceExports(useJobLocationModule, { useJobLocation: () => undefined, jobPin: vi.fn() })
replaceExports(mapTilesModule, { useMapTiles: () => undefined })
replaceExports(positionModule, {
  findPosition: async () => {
    await position.isFound
    if (position.isDenied) throw new Error('denied')
    return { latitude: 6.5, longitude: 3.4, accuracy: 10 }
  },
  positionErrorText: () => '',
})

const { draw, button, field, text } = setUpScreen()
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
  position.isFound = Promise.resolve()
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

  it('shares the location of the device live for the chosen duration', async () => {
    startSharing.mockResolvedValue({})
    const tools = { target: { store: { cid: 'messaging:a' } } } as unknown as ComposerTools
    await draw(<LocationPanel tools={tools} args="" onClose={vi.fn()} />)
    await act(async () => {
      const duration = document.querySelector('select') as HTMLSelectElement
      duration.value = '60'
      duration.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await press(button('Share live'))
    expect(startSharing).toHaveBeenCalledWith('messaging:a', { latitude: 6.5, longitude: 3.4 }, 3_600_000)
    expect(share).not.toHaveBeenCalled()
  })

  it('asks for a location that nobody has chosen yet', async () => {
    position.isDenied = true
    const tools = { target: { store: { cid: 'messaging:a' } } } as unknown as ComposerTools
    await draw(<LocationPanel tools={tools} args="" onClose={vi.fn()} />)
    await press(button('Share this location'))
    expect(text()).toContain('Choose a location first.')
    expect(share).not.toHaveBeenCalled()
  })

  it('keeps what was chosen while the device was looking for its location', async () => {
    let find = (): void => undefined
    position.isFound = new Promise((resolve) => (find = resolve))
    share.mockReset().mockResolvedValue({})
    const tools = { target: { store: { cid: 'messaging:a' } } } as unknown as ComposerTools
    await draw(<LocationPanel tools={tools} args="" onClose={vi.fn()} />)
    await type(field('Latitude'), '6.45')
    await type(field('Longitude'), '3.39')
    await act(async () => find())
    await press(button('Share this location'))
    expect(share).toHaveBeenCalledWith('messaging:a', { latitude: 6.45, longitude: 3.39 })
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
