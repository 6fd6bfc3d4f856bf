import { expect, it } from 'vitest'
import { setUpScreen } from '../testing/screen.tsx'
import { TextAreaField, TextField } from './forms/field.tsx'
import { PasswordField } from './forms/password/password-input.tsx'
import { PhoneField } from './forms/phone-input.tsx'

const { draw, field } = setUpScreen()
const nothing = () => undefined

it('says which fields are required, without the messages of the browser', async () => {
  await draw(
    <>
      <TextField label="Title" value="" onChange={nothing} />
      <TextAreaField label="Text" value="" onChange={nothing} />
      <PasswordField label="Password" value="" onChange={nothing} />
      <PhoneField label="Phone" value="" onChange={nothing} />
      <TextField label="City" optional value="" onChange={nothing} />
      <TextField label="Link" readOnly value="" />
    </>,
  )
  const required = ['Title', 'Text', 'Password', 'Phone', 'City', 'Link'].map((label) => field(label).ariaRequired)
  expect(required).toEqual(['true', 'true', 'true', 'true', null, null])
  expect(document.querySelector(':required')).toBeNull()
})
