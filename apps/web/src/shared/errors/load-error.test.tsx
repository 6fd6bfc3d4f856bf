import { useQuery } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { setUpScreen, waitFor } from '../../testing/screen.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LoadError } from './load-error.tsx'

const server = { isAway: true }
const { draw, button, press, text } = setUpScreen({ queries: { retry: false } })

beforeEach(() => void (server.isAway = true))

function Part() {
  const query = useQuery({
    queryKey: ['part'],
    queryFn: async () => {
      if (server.isAway) throw new Error('Away')
      return 'Loaded'
    },
  })
  if (query.isError) return <LoadError title="Not loaded" query={query} />
  return query.data
}

async function loadAgain() {
  await waitFor(() => expect(button('Try again')).toBeDefined())
  button('Try again').focus()
  server.isAway = false
  await press('Try again')
  await waitFor(() => expect(text()).toContain('Loaded'))
}

it('keeps the focus in the dialog when its content is loaded again', async () => {
  await draw(
    <Dialog title="Templates" onClose={() => undefined}>
      <Part />
    </Dialog>,
  )
  await loadAgain()
  expect(document.activeElement?.textContent).toBe('Templates')
})

it('keeps the focus on the page when its content is loaded again', async () => {
  await draw(
    <main id="main" tabIndex={-1}>
      <Part />
    </main>,
  )
  await loadAgain()
  expect(document.activeElement?.id).toBe('main')
})
