import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { press, setUpScreen } from '../../../../testing/screen.tsx'
import { toast, toastStore } from '../../../../ui/feedback/toast.ts'
import type { ComposerTools } from '../../composer/composer-tools.ts'

const share = vi.hoisted(() => vi.fn())
vi.mock('./locations.ts', () => ({ locations: { share } }))
vi.mock('./sharing.ts', () => ({ startSharing: vi.fn() }))
vi.mock('./use-job-location.ts', () => ({ useJobLocation: () => undefined, jobPin: vi.fn() }))
vi.mock('../../../../shared/map/map-tiles.ts', () => ({ useMapTiles: () => undefined }))
vi.mock('./position.ts', () => ({
  findPosition: async () => ({ latitude: 6.5, longitude: 3.4, accuracy: 10 }),
  positionErrorText: () => '',
}))
const { default: LocationPanel } = await import('./location-panel.tsx')

const { draw, button } = setUpScreen()
beforeEach(() =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ),
)
afterEach(() => toast.clear())

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
})
