import { expect, it, vi } from 'vitest'
import { setUpScreen, type } from '../../testing/screen.tsx'
import { BirthdayField } from '../dates/birthday-field.tsx'
import { OtpField } from './otp-input.tsx'

const { draw, field } = setUpScreen()

it('a code may be typed with Arabic digits', async () => {
  const onComplete = vi.fn()
  await draw(<OtpField label="Code" value="" onChange={() => undefined} onComplete={onComplete} />)
  await type(field('Code'), '١٢٣٤٥٦')
  expect(onComplete).toHaveBeenCalledWith('123456')
})

it('a birthday may be typed with Arabic digits', async () => {
  const onChange = vi.fn()
  await draw(<BirthdayField label="Birthday" value="" onChange={onChange} />)
  await type(document.querySelector('input[aria-label=Year]') as HTMLInputElement, '١٩٩٠')
  expect(onChange).toHaveBeenCalledWith('1990--')
})
