import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Complaints } from './lazy.tsx'

it('says why a form was not sent before the error box has loaded, and nothing while nothing is wrong', () => {
  expect(renderToString(<Complaints message="No connection." />)).toMatch(/role="alert".*No connection\./)
  expect(renderToString(<Complaints />)).toBe('')
})
