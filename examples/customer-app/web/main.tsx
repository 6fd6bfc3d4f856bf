import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connectChat } from './lib/chat.ts'
import { loadSession } from './lib/session.ts'

const session = await loadSession()
const root = document.getElementById('app')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App session={session} chat={connectChat(session)} />
    </StrictMode>,
  )
}
