import { i18n } from '@lingui/core'
import { expect, it, vi } from 'vitest'
import { formatter } from '../../lib/format/dates.ts'
import { setUpScreen, type } from '../../testing/screen.tsx'
import { BirthdayField } from '../dates/birthday-field.tsx'
import { TextAreaField } from './field.tsx'
import { OtpField } from './otp-input.tsx'

const { draw, field, text } = setUpScreen()

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

it('characters are counted as numbers are written in the language', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  await draw(<TextAreaField label="Travaux" count={{ used: 19_000, of: 20_000 }} />)
  expect(text()).toContain(`${formatter().number(19_000)}/${formatter().number(20_000)}`)
})
