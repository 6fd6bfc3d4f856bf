import { OfferDraft } from '@fettle/protocol/offers/content'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { press, setUpScreen } from '../../../../testing/screen.tsx'
import { useEditing } from '../use-editing.ts'
import { OptionsSection } from './options-section.tsx'

const { draw, button } = setUpScreen()
const optionGroups = ['Boiler', 'Tap'].map((name) => ({ id: `grp_${name}`, name, minSelect: 1, maxSelect: 1 }))

it('keeps the focus among the choices when one is removed, and then moves it to the next section', async () => {
  function Page() {
    const editing = useEditing(() => z.parse(OfferDraft, { optionGroups }))
    return (
      <>
        <OptionsSection editing={editing} problems={{}} />
        <section>
          <button>Taxes</button>
        </section>
      </>
    )
  }
  await draw(<Page />)
  button('Remove choice “Tap”').focus()
  await press(button('Remove choice “Tap”'))
  expect(document.activeElement).toBe(button('Remove choice “Boiler”'))
  await press(button('Remove choice “Boiler”'))
  expect(document.activeElement).toBe(button('Taxes'))
})
