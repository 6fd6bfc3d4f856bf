import { expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../testing/screen.tsx'
import { SignaturePad } from './signature-pad.tsx'

const { draw, field } = setUpScreen()

it('draws a typed name from the left edge, whatever the direction of the page', async () => {
  const context = { fillRect: vi.fn(), fillText: vi.fn(), textAlign: 'start' }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as GPUCanvasContext)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob()))
  const onChange = vi.fn()
  await draw(<SignaturePad label="Signature" onChange={onChange} />)
  await type(field('Or type the name'), 'عمر')
  expect(context.fillText.mock.calls[0]?.slice(0, 2)).toEqual(['عمر', 40])
  expect(context.textAlign).toBe('left')
  expect(onChange).toHaveBeenCalledWith(expect.any(Blob))
})
