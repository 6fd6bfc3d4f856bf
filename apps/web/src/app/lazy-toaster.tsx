import '../ui/feedback/toaster.css'
import { createRoot } from 'react-dom/client'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { AuthFrame } from './auth-pages.tsx'

/** Mounts the toaster into a page that was rendered without it. */
export function mountToaster(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <AuthFrame>
      <Toaster />
    </AuthFrame>,
  )
}
