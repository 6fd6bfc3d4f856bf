import { StrictMode } from 'react'
import type { Root } from 'react-dom/client'
import { loadFailureOf } from './lib/api.ts'
import { followEvents } from './lib/live.ts'
import { loadSession } from './lib/session.ts'
import { Waiting } from './ui/page.tsx'

/** Shows the app once it is known who is signed in, and until then why it is not. */
export async function start(root: Root): Promise<void> {
  root.render(<Waiting />)
  try {
    await loadSession()
    const [{ App }, { connectChat }] = await Promise.all([import('./app.tsx'), import('./lib/chat.ts')])
    void connectChat()
    followEvents()
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    )
  } catch (error) {
    root.render(<Waiting error={loadFailureOf(error)} onRetry={() => start(root)} />)
  }
}
