import '../ui/toaster.css'
import { createRoot } from 'react-dom/client'
import { Toaster } from '../ui/toaster.tsx'
import { AuthFrame } from './auth-pages.tsx'

/** Puts the toasts beside a page that was rendered without them. */
export function mountToaster(): void {
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    <AuthFrame>
      <Toaster />
    </AuthFrame>,
  )
}
